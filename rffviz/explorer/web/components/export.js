// The picture is made by the browser that shows it: what is drawn there, with the title that stands above it on the page.
const COLOURS = ["--muted", "--paper", "--grid", "--bound", "--green", "--amber"]

// The file has none of the page's fonts: words are measured in the one that it is painted with.
const FAMILY = "Helvetica, Arial, sans-serif"

function inLines(text, size, wide) {
  const pen = document.createElement("canvas").getContext("2d"), lines = []
  pen.font = `${size}px ${FAMILY}`
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && pen.measureText(longer).width <= wide) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))
}

function drawFigure(plot, data, format) {
  const width = Math.max(plot.clientWidth, 1100), room = width - 40
  const [above, below] = [inLines(data.title, 22, room), inLines(data.subtitle, 14, room)]
  const tall = 28 + 29 * above.length + 18.5 * below.length
  const drop = above.length > 1 ? 15 : 0 // Plotly lifts a title of several lines
  const title = {
    text: above.join("<br>"), font: { size: 22 }, x: 0.01, xanchor: "left", y: 1, yanchor: "top", pad: { t: 12 + drop },
    subtitle: { text: below.join("<br>"), font: { size: 14 } },
  }
  const font = { ...plot.layout.font, family: FAMILY }
  const margin = { ...plot.layout.margin, t: (plot.layout.margin?.t ?? 14) + tall }
  window.Plotly.downloadImage({ data: plot.data, layout: { ...plot.layout, font, title, margin } }, {
    format, filename: data.filename, scale: 2, width, height: plot.clientHeight + tall,
  })
}

// A table is laid out as HTML inside an SVG, and that is painted for a PNG.
async function drawTable(data, format, root) {
  const look = getComputedStyle(root), sheet = document.createElement("div"), wide = 1100
  const given = COLOURS.map((name) => `${name}: ${getComputedStyle(document.documentElement).getPropertyValue(name)}`)
  sheet.setAttribute("style", `width: ${wide - 48}px; padding: 24px; font: 16px sans-serif; ${given.join("; ")};
    color: ${look.getPropertyValue("--st-text-color")}; background: ${look.getPropertyValue("--st-background-color")}`)
  const [style, title, subtitle] = ["style", "h2", "p"].map((name) => document.createElement(name))
  style.textContent = data.style
  title.textContent = data.title
  subtitle.textContent = data.subtitle
  sheet.append(style, title, subtitle)
  sheet.insertAdjacentHTML("beforeend", data.table)
  document.body.append(sheet)
  const tall = Math.ceil(sheet.getBoundingClientRect().height), inside = new XMLSerializer().serializeToString(sheet)
  sheet.remove()
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${tall}">
    <foreignObject width="100%" height="100%">${inside}</foreignObject></svg>`
  let address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  if (format === "png") {
    const image = new Image(), canvas = document.createElement("canvas")
    image.src = address
    await image.decode()
    canvas.width = 2 * wide
    canvas.height = 2 * tall
    canvas.getContext("2d").drawImage(image, 0, 0, 2 * wide, 2 * tall)
    address = canvas.toDataURL("image/png")
  }
  const link = document.createElement("a")
  link.href = address
  link.download = `${data.filename}.${format}`
  link.click()
}

export default function (component) {
  const { data, parentElement } = component
  const said = parentElement.querySelector("[role=status]")
  for (const button of parentElement.querySelectorAll("button")) {
    button.onclick = () => {
      said.textContent = ""
      if (data.table) return drawTable(data, button.dataset.format, button)
      const plot = document.querySelector(`.st-key-${data.plot} .js-plotly-plot`)
      if (plot && window.Plotly) drawFigure(plot, data, button.dataset.format)
      else said.textContent = "The figure is not drawn yet: try again in a moment."
    }
  }
}
