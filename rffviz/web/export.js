// The picture is made by the browser that shows it: what is drawn there, with the title that stands above it on the page.
export default function (component) {
  const { data, parentElement } = component
  const said = parentElement.querySelector("[role=status]")
  for (const button of parentElement.querySelectorAll("button")) {
    button.onclick = () => {
      const plot = document.querySelector(`.st-key-${data.plot} .js-plotly-plot`)
      if (!plot || !window.Plotly) {
        said.textContent = "The figure is not drawn yet: try again in a moment."
        return
      }
      said.textContent = ""
      const title = {
        text: data.title, font: { size: 22 }, x: 0.01, xanchor: "left", y: 0.98, yanchor: "top",
        subtitle: { text: data.subtitle, font: { size: 14 } },
      }
      const margin = { ...plot.layout.margin, t: (plot.layout.margin?.t ?? 14) + 76 }
      window.Plotly.downloadImage({ data: plot.data, layout: { ...plot.layout, title, margin } }, {
        format: button.dataset.format, filename: data.filename, scale: 2,
        width: Math.max(plot.clientWidth, 1100), height: plot.clientHeight + 76,
      })
    }
  }
}
