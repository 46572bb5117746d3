// The keys of a presentation press the buttons that stand at its foot, and the scrubber's own.
// One set of listeners serves the whole visit: a page that is being replaced may run this after the one that replaces
// it, so the scene that the server began last counts, whichever is mounted last.
const waiting = []
let now, pen, timer, hiding, fitted, left = { place: "", at: 0, key: "", tries: 0 }
let former = 0, tries = 0, sent = 0

const button = (key) => document.querySelector(`.st-key-present-${key} :is(button, a)`)
const foot = () => document.querySelector(".st-key-present-bar")
// the last element of the bar: a bar is drawn one element at a time, and the former scene's stands until then
const place = () => foot()?.querySelector("[data-place]")?.dataset.place ?? ""
const figures = () => [...document.querySelectorAll('[class*="-figure"] .js-plotly-plot')]
const still = () => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
const whole = () => place() && !foot().querySelector("[data-testid=stSkeleton]") // a button's code is loaded when first used
const settled = () => Date.now() - sent > 300 // a step that meets a height on its way would be drawn twice
const acted = () => !left.key || place() !== left.place || (left.key === "room" && !button("room"))
const ready = () => whole() && settled() && (acted() || (still() && Date.now() - left.at > 3000))
const work = () => {
  clearTimeout(timer)
  if (!still()) waiting.forEach((each) => { each.at = Date.now() }) // its scene is being made
  while (waiting.length && Date.now() - waiting[0].at > 10000) waiting.shift() // its scene never came
  while (waiting.length && ready()) {
    const { key } = waiting.shift()
    ;(button(key) ?? (key === "next" ? button("last") : null))?.click()
  }
  if (waiting.length) timer = setTimeout(work, 50)
}
// Streamlit loses a click if another message of the browser reaches it before the click's callback has run. A button is
// of one place only, so that a click that had no effect is repeated, and acts once.
const repeat = () => {
  if (!now || acted() || !still() || Date.now() - left.at < 1500 || left.tries >= 2) return
  const tries = left.tries + 1
  button(left.key)?.click()
  left.tries = tries
}
const press = (key) => { waiting.push({ key, at: Date.now() }); work() }
let copies, mover
const named = (where) => where.split(" ").filter((_, i) => i === 0 || i === 2).join() // a reveal may change the view alone
const revealing = () => now && ["reveal", "again"].includes(left.key) && Date.now() - left.at < 30000
  && named(left.place) === named(now.data.place)
const stay = () => (copies ??= rffvizStay(figures, revealing))
const morph = () => (mover ??= rffvizMorph(figures, stay()))
const full = () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
const draw = () => pen?.toggle()
const play = () => {
  const scrubbers = [...document.querySelectorAll('[class*="-scrub"] *')].filter((each) => each.shadowRoot)
  const places = scrubbers.length ? scrubbers.map((each) => each.shadowRoot) : [document]
  places.map((each) => each.querySelector("[data-play]")).find((each) => each)?.click()
}
// the notes are written once, by name, and ask where the lecture is: they outlive its scenes, and its reloads
const notes = () => {
  if (!now.data.notes) return
  const other = window.open("", "rffviz-notes", "popup,width=720,height=640")
  if (!other) return // pop-ups are blocked
  if (other.rffvizNotes !== now.data.notes.page) {
    other.document.open()
    other.document.write(now.data.notes.page)
    other.document.close()
    other.rffvizNotes = now.data.notes.page
  }
  other.focus()
}
const acts = {
  r: () => press("reveal"), R: () => press("reveal"), f: full, F: full, g: draw, G: draw,
  n: notes, N: notes, q: () => press("code"), Q: () => press("code"), Escape: () => press("leave"), " ": play,
  a: () => press("again"), A: () => press("again"), o: () => press("room"), O: () => press("room"),
  ArrowLeft: () => press("previous"), ArrowRight: () => press("next"),
  PageUp: () => press("previous"), PageDown: () => press("next"),
}
const heard = (event) => {
  const at = event.composedPath()[0]
  const dragged = at.type === "range" && event.key.length === 1 // it takes arrows, no letters
  const typed = (at instanceof HTMLInputElement && !dragged) || at instanceof HTMLTextAreaElement
  const pressed = event.key === " " && at instanceof HTMLButtonElement // which the browser presses by itself
  if (!now || typed || pressed || event.ctrlKey || event.metaKey || event.altKey || !acts[event.key]) return
  if (event.key === "Escape" && (document.fullscreenElement || document.querySelector("[role=dialog]"))) return
  event.preventDefault()
  event.stopPropagation() // Streamlit reruns the page on R
  morph().stop()
  acts[event.key]()
}
const asked = ({ data: said, source, origin }) => {
  if (!now || origin !== location.origin || !source) return
  if (said?.rffviz === "where" && now.data.notes) {
    source.postMessage({ rffviz: "at", number: now.data.notes.number, revealed: now.data.notes.revealed }, origin)
  }
  if (said?.rffviz === "key" && Object.hasOwn(acts, said.key)) acts[said.key]()
}
const clicked = (event) => {
  const on = (...keys) => keys.some((key) => event.target.closest?.(`.st-key-present-${key}`))
  if (!now) return
  if (on("full")) full()
  if (on("pen")) draw()
  if (on("notes")) notes()
  if (on("copy")) navigator.clipboard?.writeText(location.href)
  if (on("leave")) left.key = ""
  if (on("reveal") && !now.data.revealed) morph().ask()
  const key = ["previous", "next", "reveal", "again", "room"].find((each) => on(each))
  const steps = key && (key !== "again" || now.data.revealed)
  if (steps) left = { place: place(), at: Date.now(), key, tries: 0 }
  stay()(steps && revealing())
}
// the bar shows for two seconds after the pointer or a finger comes near it
const near = ({ clientY }) => {
  const root = document.documentElement
  if (!now || clientY < innerHeight - 90) return
  root.dataset.bar = ""
  clearTimeout(hiding)
  hiding = setTimeout(() => delete root.dataset.bar, 2000)
}
// figures take the height that titles, votes and readouts leave: measured where the page stands still. A height sent
// after a step would bring its page back, so none is sent until the next scene is there.
const fit = () => {
  const main = document.querySelector("[data-testid=stMainBlockContainer] > [data-testid=stVerticalBlock]")
  const plots = figures().filter((each) => each.offsetHeight && each.layout?.height)
  if (!now || window.rffvizNarrow?.matches || waiting.length || !ready() || place() !== now.data.place || !still() || !main || !plots.length
    || document.querySelector("[data-stale=true]") || "bar" in document.documentElement.dataset) { former = 0; return }
  const bottoms = [...main.children].filter((each) => each.offsetHeight && !each.querySelector(".st-key-present-bar"))
  const bottom = Math.max(...bottoms.map((each) => each.getBoundingClientRect().bottom)) + main.closest("[data-testid=stMain]").scrollTop
  const lefts = plots.map((each) => each.getBoundingClientRect().left)
  const rows = Math.max(...lefts.map((left) => lefts.filter((other) => Math.abs(other - left) < 40).length))
  const height = plots[0].layout.height
  const free = Math.floor(height + (innerHeight - foot().offsetHeight - 6 - bottom) / rows), most = 0.6 * innerHeight
  if (free < most && !now.data.table) // a readout only where the figure keeps its room
    document.documentElement.dataset.tight = ""
  const wanted = now.data.scene !== "none" ? free : Math.max(free, Math.floor(most / rows)) // of a page it stands below the edge
  // what a busy server loses is sent again, each time after twice the wait
  const due = Date.now() - sent > 300 * 2 ** tries
  if (former === wanted && Math.abs(wanted - height) > 6 && innerHeight === now.data.screen && due && tries < 7) {
    tries += 1
    sent = Date.now()
    now.setTriggerValue("room", { place: now.data.place, height: Math.max(wanted, 150) })
  }
  former = wanted
}
document.addEventListener("pointermove", near, { passive: true })
document.addEventListener("pointerdown", near, { passive: true })
document.documentElement.addEventListener("keydown", heard) // after what has a use of its own for a key, before Streamlit
document.addEventListener("click", clicked, true)
window.addEventListener("message", asked)
setInterval(() => { repeat(); fit() }, 150)

export default function ({ data, setTriggerValue }) {
  if (now && data.begun < now.data.begun) return
  const mine = now = { data, setTriggerValue }
  document.documentElement.dataset.keys = "" // they are heard from now on
  pen?.stop()
  pen = rffvizPen({ ...data, plots: figures })
  const room = `${data.place} ${data.screen}`
  if (fitted !== room) { delete document.documentElement.dataset.tight; former = tries = 0 }
  fitted = room
  return () => setTimeout(() => { // a step between pages ends one and begins the next: its keys are heard
    if (now !== mine) return
    pen.stop()
    now = undefined
    delete document.documentElement.dataset.keys
  }, 1000)
}
