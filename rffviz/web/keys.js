// The keys of a presentation press the buttons that stand at its foot, and the scrubber's own.
export default function ({ data }) {
  const pen = rffvizPen({ ...data, plots: () => [...document.querySelectorAll('[class*="-figure"] .js-plotly-plot')] })
  const press = (key) => document.querySelector(`.st-key-present-${key} :is(button, a)`)?.click()
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
    if (event.target.closest?.(".st-key-present-full")) full()
    if (event.target.closest?.(".st-key-present-pen")) pen.toggle()
    if (event.target.closest?.(".st-key-present-copy")) navigator.clipboard?.writeText(location.href)
  }
  document.addEventListener("keydown", heard)
  document.addEventListener("click", clicked)
  return () => {
    pen.stop()
    document.removeEventListener("keydown", heard)
    document.removeEventListener("click", clicked)
  }
}
