// The keys of a presentation press the buttons that stand at its foot, and the scrubber's own.
// This runs anew for each scene, and nothing ends what ran before: the listeners of the last one are replaced.
const waiting = []
let last, timer, left = { foot: "", at: 0 }

export default function ({ data }) {
  last?.abort()
  const { signal } = last = new AbortController()
  const pen = rffvizPen({ ...data, plots: () => [...document.querySelectorAll('[class*="-figure"] .js-plotly-plot')] })
  signal.addEventListener("abort", pen.stop)
  const foot = () => document.querySelector(".st-key-present-bar")
  // the bar is drawn last: just after a step it is still the former scene's, so wait until its text changes
  const ready = () => {
    const still = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
    return foot() && (foot().textContent !== left.foot || (still && Date.now() - left.at > 3000))
  }
  const work = () => {
    clearTimeout(timer)
    while (waiting.length && Date.now() - waiting[0].at > 10000) waiting.shift() // its scene never came
    while (waiting.length && ready()) document.querySelector(`.st-key-present-${waiting.shift().key} :is(button, a)`)?.click()
    if (waiting.length) timer = setTimeout(work, 50)
  }
  const press = (key) => { waiting.push({ key, at: Date.now() }); work() }
  const full = () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  const play = () => {
    const scrubbers = [...document.querySelectorAll('[class*="-scrub"] *')].filter((each) => each.shadowRoot)
    const places = scrubbers.length ? scrubbers.map((each) => each.shadowRoot) : [document]
    places.map((each) => each.querySelector("[data-play]")).find((each) => each)?.click()
  }
  const acts = {
    r: () => press("reveal"), R: () => press("reveal"), f: full, F: full, g: pen.toggle,
    G: pen.toggle, q: () => press("code"), Q: () => press("code"), Escape: () => press("leave"), " ": play,
    ArrowLeft: () => press("previous"), ArrowRight: () => press("next"),
    PageUp: () => press("previous"), PageDown: () => press("next"),
  }
  const heard = (event) => {
    const at = event.composedPath()[0]
    const typed = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement
    const pressed = event.key === " " && at instanceof HTMLButtonElement // which the browser presses by itself
    if (typed || pressed || event.ctrlKey || event.metaKey || event.altKey || !acts[event.key]) return
    if (event.key === "Escape" && document.fullscreenElement) return
    event.preventDefault()
    acts[event.key]()
  }
  const clicked = (event) => {
    const on = (...keys) => keys.some((key) => event.target.closest?.(`.st-key-present-${key}`))
    if (on("full")) full()
    if (on("pen")) pen.toggle()
    if (on("copy")) navigator.clipboard?.writeText(location.href)
    if (on("previous", "next", "reveal")) left = { foot: foot().textContent, at: Date.now() }
  }
  document.addEventListener("keydown", heard, { signal })
  document.addEventListener("click", clicked, { signal })
  return () => signal === last.signal && last.abort()
}
