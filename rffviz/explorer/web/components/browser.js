// Neither a new width nor a new appearance runs the page again by itself, but figures get their colours and their labels'
// places on the server. Wide and light is assumed first, so that only a phone pays for a second run.
export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  if (data.instead.length) history.replaceState(history.state, "", `${location.pathname}?${data.instead[0]}`)
  const narrow = window.rffvizNarrow ??= window.matchMedia("(max-width: 640px)") // one for all mounts: one listener
  const tell = () => { if (narrow.matches !== data.narrow) setTriggerValue("narrow", narrow.matches ? "yes" : "no") }
  narrow.onchange = tell
  tell()
  // the chosen view is in sight where their row is longer than a phone is wide; a slow server has not sent the row yet
  const reveal = (looks) => {
    const chosen = document.querySelector(".st-key-views [aria-checked=true]")
    if (chosen) chosen.scrollIntoView({ block: "nearest", inline: "nearest" })
    else if (looks) setTimeout(reveal, 100, looks - 1)
  }
  reveal(30)
  // the menu covers a phone: it closes where a page is chosen in it
  const menu = document.querySelector("[data-testid=stSidebar]")
  if (menu) menu.onclick = ({ target }) => {
    const close = menu.querySelector("[data-testid=stSidebarCollapseButton] button")
    if (narrow.matches && target.closest("[data-testid=stPageLink]")) close?.click()
  }
  // a question on Start may open Start itself, whose figure is above the questions
  const main = document.querySelector("[data-testid=stMain]")
  if (main) main.onclick = ({ target }) => {
    if (target.closest(".st-key-scenes [data-testid=stPageLink]")) main.scrollTo({ top: 0 })
  }
  // a sheet is narrower than a screen: figures are printed smaller, not cut
  window.onbeforeprint = () => {
    for (const each of document.querySelectorAll(".js-plotly-plot, [data-testid=stDataFrame]")) {
      each.style.setProperty("--on-paper", Math.min(1, 680 / (each.clientWidth || 680)))
    }
  }
  // a presentation grows with its screen; small differences are not worth a run
  const idle = () => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
  const measure = () => {
    clearTimeout(window.rffvizMeasured)
    const height = window.innerHeight
    if (!data.large || Math.abs(height - data.height) <= 40) return
    setTriggerValue("height", height)
    const again = () => { window.rffvizMeasured = setTimeout(() => (idle() ? measure() : again()), 2000) }
    again() // a height that is lost on its way
  }
  window.onresize = () => { clearTimeout(window.rffvizResized); window.rffvizResized = setTimeout(measure, 300) }
  measure()
  const paper = getComputedStyle(parentElement.host ?? parentElement).getPropertyValue("--st-background-color").trim()
  if (window.rffvizPaper && window.rffvizPaper !== paper) setTriggerValue("paper", paper)
  window.rffvizPaper = paper
}
