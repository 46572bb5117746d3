// The pointer on a dot lights the wave that it stands for, and on a wave its dot; so does a finger. A figure whose
// `layout.meta.light` names its dots, its waves and the two traces that are lit, by their places, asks for it. The wave of
// a dot at ω is cos ωδ; which dots waves have, and how many points each wave, stands in the waves' own `meta`.
// One listener serves all plots of the document, whenever they are drawn.
document.rffvizLight ??= (() => {
  const known = new WeakMap(), nothing = { x: [null], y: [null] }
  const light = (plot, omega, height) => {
    const [low, high] = plot.layout[`xaxis${plot.layout.meta.light.axis}`].range
    const delta = Array.from({ length: 361 }, (_, i) => low + i * (high - low) / 360)
    return [{ x: [omega], y: [height] }, { x: delta, y: delta.map((each) => Math.cos(omega * each)) }]
  }
  // Plotly empties a panel that has none of the traces it is told of: one of each other panel comes along as it is
  const show = (plot, data) => {
    const { lit, still } = plot.layout.meta.light
    window.Plotly.animate(plot, { data: [...data, ...still.map(() => ({}))], traces: [...lit, ...still] }, {
      mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 },
    }).catch(() => {}) // the next one was lit before this one was drawn
  }
  const handlers = (plot) => {
    let lit = null
    const on = ({ points: [point] }) => {
      const { dots, waves } = plot.layout.meta.light, { meta } = point.fullData
      const dot = dots.includes(point.curveNumber) ? [point.x, point.y]
        : waves.includes(point.curveNumber) ? meta.dots[Math.floor(point.pointNumber / meta.each)] : null
      if (!dot || String(dot) === lit || document.rffvizHeld) return
      lit = String(dot)
      show(plot, light(plot, ...dot))
    }
    const off = () => {
      if (lit !== null && !document.rffvizHeld) show(plot, [nothing, nothing])
      lit = null
    }
    return { plotly_hover: on, plotly_click: on, plotly_unhover: off }
  }
  const entered = ({ target }) => {
    const plot = target.closest?.(".js-plotly-plot")
    if (!plot?.layout?.meta?.light || !plot.on) return
    if (!known.has(plot)) known.set(plot, handlers(plot))
    for (const [name, act] of Object.entries(known.get(plot))) { // a plot that is drawn anew forgets who listens
      plot.removeListener(name, act)
      plot.on(name, act)
    }
  }
  for (const name of ["pointerover", "touchstart"]) document.addEventListener(name, entered, { passive: true, capture: true })
  return true
})()
