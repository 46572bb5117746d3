// One control for all plots of a page that have its frames; they are found by the class of their place, and the sentences
// under them stand in parts of their own.
export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  return rffvizScrub(parentElement, data, {
    plots: () => data.plots.flatMap((plot) => [...document.querySelectorAll(`.st-key-${plot} .js-plotly-plot`)]),
    say: (at) => data.plots.forEach((plot) => window.rffvizReadings?.[plot]?.(at)),
    rest: (at) => setTriggerValue("at", at),
  })
}
