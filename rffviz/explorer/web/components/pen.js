// A curve that the class expects, drawn over the figures before the answer: Plotly's own pen draws it, in the data's
// coordinates. It is kept for one scene, and put back wherever a redrawn figure has the axes of before.
function rffvizPen({ scene, plots, colour }) {
  const NAME = "rffviz-guess"
  let on = false
  const read = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(NAME))
      return kept?.scene === scene ? kept.drawn : {}
    } catch { return {} }
  }
  const keep = (drawn) => sessionStorage.setItem(NAME, JSON.stringify({ scene, drawn }))
  const axes = ({ layout }) => JSON.stringify(Object.keys(layout).filter((name) => /^[xy]axis\d*$/.test(name)).sort()
    .map((name) => [name, layout[name].type === "log", layout[name].title?.text ?? ""]))
  const ours = (plot) => (plot.layout.shapes ?? []).filter((shape) => shape.name === NAME)
  const others = (plot) => (plot.layout.shapes ?? []).filter((shape) => shape.name !== NAME)
  const look = () => {
    if (!window.Plotly) return
    const drawn = read()
    plots().forEach((plot, i) => {
      if (!plot.layout) return
      const shapes = ours(plot), before = drawn[i]
      if (shapes.length && JSON.stringify(shapes) !== JSON.stringify(before?.shapes)) {
        drawn[i] = { axes: axes(plot), shapes }
        keep(drawn)
      } else if (!shapes.length && before?.axes === axes(plot)) {
        window.Plotly.relayout(plot, { shapes: [...others(plot), ...before.shapes] })
      }
    })
  }
  const toggle = () => {
    const clear = on || Object.keys(read()).length > 0
    on = !clear // while it is, nothing hovers over what is drawn
    keep({})
    for (const plot of window.Plotly ? plots() : []) {
      const line = { color: colour, width: 6, dash: "dash" }
      if (on) plot.rffvizBefore = { dragmode: plot.layout.dragmode ?? "zoom", hovermode: plot.layout.hovermode ?? "closest" }
      const pen = { dragmode: "drawopenpath", hovermode: false, newshape: { name: NAME, line, opacity: 1 } }
      window.Plotly.relayout(plot, on ? pen : { ...plot.rffvizBefore, shapes: others(plot) })
    }
  }
  const timer = setInterval(look, 300)
  return { toggle, stop: () => clearInterval(timer) }
}
