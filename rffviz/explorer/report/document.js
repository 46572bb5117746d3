// Each figure comes in both themes and two widths; the browser draws the one that suits it, and another when that
// changes. Paper gets pictures of its own, which scale: they are made once, light and wide, at the first frame.
const report = JSON.parse(document.getElementById("report").textContent)
const dark = matchMedia("(prefers-color-scheme: dark)"), phone = matchMedia("(max-width: 640px)")
const placeOf = (i) => document.getElementById(`figure-${i}`)
const plotOf = (i) => placeOf(i).querySelector(".plot")
const PAPER = 960 // pixels: A4 shrinks it to three quarters, and names have room

const figureOf = (i, theme, narrow) => structuredClone(report.figures[i].drawn[theme][narrow ? 1 : 0])

async function draw(i) {
  const figure = figureOf(i, dark.matches ? "dark" : "light", phone.matches), plot = plotOf(i)
  plot.style.setProperty("--tall", `${figure.layout.height ?? 450}px`)
  await window.Plotly.newPlot(plot, figure.data, figure.layout, report.config)
  if (!figure.frames.length) return
  await window.Plotly.addFrames(plot, figure.frames)
  const control = placeOf(i).querySelector(".control"), { scrub } = report.figures[i]
  const readout = placeOf(i).querySelector(".readouts")
  report.figures[i].stop?.()
  report.figures[i].stop = rffvizScrub(control, scrub, {
    plots: () => [plot],
    say: (at) => { readout.innerHTML = scrub.readouts[at] },
  })
}

async function printable() {
  for (const i of report.figures.keys()) {
    const { data, layout } = figureOf(i, "light", false)
    const size = { width: PAPER, height: layout.height ?? 450 }
    placeOf(i).querySelector(".printed").src = await window.Plotly.toImage({ data, layout }, { format: "svg", ...size })
  }
  document.documentElement.dataset.printable = "yes"
}

const drawAll = () => Promise.all(report.figures.keys().map(draw))
dark.addEventListener("change", drawAll)
phone.addEventListener("change", drawAll)

// What is folded on the screen is printed.
let folded = []
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details.passed:not([open])")]
  for (const each of folded) each.open = true
})
addEventListener("afterprint", () => { for (const each of folded) each.open = false })

drawAll().then(printable)
