// A page of the site: the question with its figures, and, once it is revealed, the answer with its own. The page asks no
// server for anything, so that it works as a file too; what windows tell each other goes by messages, since the windows
// of files may not read each other.
const data = document.getElementById("scene"), scene = JSON.parse(data.textContent)
const number = data.dataset.number, STAGE = "rffviz-stage"
const phone = matchMedia("(max-width: 640px)")
const sides = { before: document.getElementById("before"), after: document.getElementById("after") }
let revealed = false, stops = [], stage = null, staged = null

const figureOf = (picture, narrow) => {
  const { data, layout, frames } = structuredClone(narrow && picture.narrow ? picture.narrow : picture.wide)
  return { data, layout, frames: structuredClone(scene.frames[frames]) }
}

// The pages are laid out for 1280 × 720: a larger screen shows the same, larger.
function fit() {
  const factor = phone.matches ? 1 : Math.min(3, Math.max(1, Math.min(innerWidth / 1280, innerHeight / 720)))
  document.documentElement.style.setProperty("--unit", factor.toFixed(3))
}

async function draw(side) {
  stops.forEach((stop) => stop())
  stops = []
  const plotOf = (i) => document.getElementById(`${side}-${i}`)
  await Promise.all(scene[side].map((picture, i) => {
    const figure = figureOf(picture, phone.matches), plot = plotOf(i)
    plot.parentElement.style.setProperty("--tall", `${figure.layout.height}px`)
    return window.Plotly.newPlot(plot, figure.data, figure.layout, scene.config)
      .then(() => window.Plotly.addFrames(plot, figure.frames))
  }))
  if (side !== (revealed ? "after" : "before")) return
  scene[side].forEach((picture, i) => {
    const control = document.getElementById(`${side}-${i}-scrub`)
    if (!picture.scrub || !control) return
    const names = String(picture.scrub.names)
    const moved = [...scene[side].keys()].filter((j) => String(scene[side][j].scrub?.names) === names)
    const say = (at) => moved.forEach((j) => {
      const readout = document.getElementById(`${side}-${j}-readout`)
      if (readout) readout.innerHTML = scene[side][j].scrub.readouts[at]
    })
    stops.push(rffvizScrub(control, picture.scrub, { plots: () => moved.map(plotOf), say }))
  })
}

function show(answer) {
  revealed = answer
  sides.before.hidden = answer
  sides.after.hidden = !answer
  const button = document.querySelector("[data-do=reveal]")
  button.textContent = answer ? "Hide the answer (R)" : "Reveal the answer (R)"
  button.setAttribute("aria-expanded", answer)
  draw(answer ? "after" : "before")
  if (window.name === STAGE) parent.postMessage(here(), "*")
}

// Paper gets pictures of both sides as they are at first, which scale to any sheet.
async function printable() {
  for (const side of ["before", "after"]) {
    for (const [i, picture] of scene[side].entries()) {
      const figure = figureOf(picture, false), beside = scene[side].length > 1
      const size = { width: beside ? 560 : 1060, height: figure.layout.height }
      const image = document.getElementById(`${side}-${i}-printed`)
      image.src = await window.Plotly.toImage({ data: figure.data, layout: figure.layout }, { format: "svg", ...size })
    }
  }
}

const here = () => stage ? staged : { rffviz: "at", page: scene.page, number, revealed }
const address = (at) => at.page + (at.revealed ? "#answer" : "")

// Full screen ends where a page is left, so the pages that follow are opened in a frame of this one.
function full() {
  if (window.name === STAGE) return parent.postMessage({ rffviz: "leave" }, "*")
  if (stage) return document.exitFullscreen()
  staged = here()
  stage = document.createElement("iframe")
  Object.assign(stage, { name: STAGE, className: "stage", src: address(staged) })
  stage.onload = () => stage?.contentWindow.focus()
  document.body.append(stage)
  stage.requestFullscreen().catch(leave)
}

function leave() {
  if (!stage) return
  const last = staged
  stage.remove()
  stage = null
  if (last.page !== scene.page) location.href = address(last)
  else show(last.revealed)
}

const press = (selector) => document.querySelector(selector)?.click()
const play = () => press(`#${revealed ? "after" : "before"} [data-play]`)
function notes() { // opened by the outermost page: they follow who opened them, and the frame comes and goes
  if (window.name === STAGE) return parent.postMessage({ rffviz: "notes" }, "*")
  window.open(`notes.html#n${here().number}`, "rffviz-notes", "width=720,height=640")?.focus()
}

// What was guessed stays beside the answer, and the curve that was drawn over it.
const GUESS = `rffviz-said-${number}`, votes = [...document.querySelectorAll(".guess button")]
const words = document.getElementById("words"), guessed = document.getElementById("guessed")
function guess(said) {
  sessionStorage.setItem(GUESS, said)
  const voted = votes.find((each) => each.textContent === said)
  for (const each of votes) each.setAttribute("aria-pressed", each === voted)
  if (said === "" || voted) words.value = ""
  else words.value = said
  const sign = voted && scene.right.length ? (scene.right.includes(said) ? " ✓" : " ✗") : ""
  guessed.textContent = `Your ${voted ? "vote" : "guess"}: ${said}${sign}`
  guessed.hidden = said === ""
}
for (const each of votes) each.onclick = () => guess(each.getAttribute("aria-pressed") === "true" ? "" : each.textContent)
words.onchange = () => guess(words.value.trim())
guess(sessionStorage.getItem(GUESS) ?? "")
const pen = rffvizPen({
  scene: number, colour: scene.colour,
  plots: () => scene[revealed ? "after" : "before"].map((_, i) => document.getElementById(`${revealed ? "after" : "before"}-${i}`)),
})

const acts = {
  r: () => show(!revealed), g: pen.toggle, f: full, n: notes, " ": play,
  arrowleft: () => press("[rel=prev]"), arrowright: () => press("[rel=next]"),
  pageup: () => press("[rel=prev]"), pagedown: () => press("[rel=next]"),
}

addEventListener("keydown", (event) => {
  const act = acts[event.key.toLowerCase()], at = event.target
  const own = at instanceof HTMLInputElement ? at.type !== "range" || /^(Arrow|Page)/.test(event.key)
    : event.key === " " && at.closest?.("button, summary, a") // which the browser presses by itself
  if (!act || own || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
})
addEventListener("message", ({ data: said, source }) => {
  const from = stage && source === stage.contentWindow
  if (said?.rffviz === "where") source.postMessage(here(), "*") // the notes ask
  else if (said?.rffviz === "key" && stage) stage.contentWindow.postMessage(said, "*")
  else if (said?.rffviz === "key") acts[String(said.key).toLowerCase()]?.()
  else if (from && said?.rffviz === "leave") document.exitFullscreen()
  else if (from && said?.rffviz === "notes") notes()
  else if (from && /^[\w-]+\.html$/.test(said?.page)) staged = said
})
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) leave() })
addEventListener("hashchange", () => show(location.hash === "#answer"))
addEventListener("resize", fit)
phone.addEventListener("change", () => draw(revealed ? "after" : "before"))
const buttons = { reveal: () => show(!revealed), pen: pen.toggle, full, notes }
for (const button of document.querySelectorAll("[data-do]")) button.onclick = buttons[button.dataset.do]

fit()
show(location.hash === "#answer")
addEventListener("load", () => setTimeout(printable, 300))
