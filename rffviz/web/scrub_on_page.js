// A page has several plots, found by the class of their place.
export default function (component) {
  const { data, parentElement } = component
  return rffvizScrub(parentElement, data, () => document.querySelector(`.st-key-${data.plot} .js-plotly-plot`))
}
