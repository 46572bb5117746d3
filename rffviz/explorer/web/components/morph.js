// A reveal that changes a setting moves points and lines from where the question showed them to where the answer has
// them, in two seconds. The answer's figure is drawn anew, and once more when its height is measured: each goes on from
// where the time is. What has other traces, or no points, is the answer at once; so it is where motion is unwelcome.
function rffvizMorph(plots, changed) {
  const LONG = 2000
  let asked = null, since = 0, watcher, ending
  const seen = new WeakSet(), moving = new Map()
  const read = (plot) => plot.data.map(({ type, mode, name, x, y }) => ({ what: [type, mode, name].join(), x: rffvizNumbers(x), y: rffvizNumbers(y) }))
  const alike = (a, b) => a && a.what === b.what && a.x.length && a.x.length === b.x.length && a.y.length === b.y.length
    && [...b.x, ...b.y].every((value) => typeof value === "number")
  const between = (from, to, share) => to.map((value, i) => (Number.isFinite(from[i]) ? from[i] + share * (value - from[i]) : value))
  const ease = (share) => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2)
  const put = async (plot, data) => {
    const now = { mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 } }
    try {
      await window.Plotly.animate(plot, { data, traces: data.map((_, i) => i) }, now)
    } catch { /* another position took its place, or the plot was taken away */ }
  }
  const show = (plot) => { plot.style.visibility = ""; changed() }
  const hide = (plot) => { plot.style.visibility = "hidden"; changed() } // the answer would be seen before its time
  const rest = (plot) => {
    const { ends } = moving.get(plot) ?? {}
    moving.delete(plot)
    show(plot)
    return ends && put(plot, ends).then(() => plot.isConnected && window.Plotly.redraw(plot)).catch(() => {}) // axes fit the answer
  }
  const place = (plot, { from, to, moves }, share) => put(plot, to.map((trace, i) => (moves[i] ? {
    x: between(from[i].x, trace.x, ease(share)), y: between(from[i].y, trace.y, ease(share)),
  } : {})))
  const step = (plot) => {
    const state = moving.get(plot), share = (performance.now() - since) / LONG
    if (!state || !plot.isConnected) return moving.delete(plot)
    if (share >= 1) return rest(plot)
    place(plot, state, share).then(() => show(plot)) // not waited for: one cut short by a redraw never ends
    requestAnimationFrame(() => step(plot))
  }
  const begin = (plot, from, tries = 0) => {
    if (!asked || !plot.isConnected) return show(plot)
    const drawn = plot.data?.length && plot.querySelector(".cartesianlayer .trace")
    if (!drawn && tries < 60) return void requestAnimationFrame(() => begin(plot, from, tries + 1))
    const to = drawn && plot.data.every(({ type }) => type === "scatter") ? read(plot) : []
    const moves = to.map((trace, i) => alike(from[i], trace))
    if (!moves.some(Boolean)) return show(plot)
    since ||= performance.now()
    moving.set(plot, { from, to, moves, ends: plot.data.map(({ x, y }, i) => (moves[i] ? { x, y } : {})) })
    plot.on("plotly_react", () => moving.has(plot) && hide(plot)) // drawn anew at its end, until the next step
    step(plot)
  }
  const look = () => plots().forEach((plot, i) => {
    if (seen.has(plot)) return
    seen.add(plot)
    if (!asked[i] || (since && performance.now() - since > LONG)) return
    hide(plot)
    begin(plot, asked[i])
  })
  const stop = () => {
    watcher?.disconnect()
    clearTimeout(ending)
    asked = null
    since = 0
    for (const plot of [...moving.keys()]) rest(plot)
  }
  const ask = () => {
    stop()
    if (!window.Plotly || matchMedia("(prefers-reduced-motion: reduce)").matches) return
    asked = plots().map((plot) => (plot.data?.every(({ type }) => type === "scatter") ? read(plot) : null))
    plots().forEach((plot) => seen.add(plot))
    watcher = new MutationObserver(look)
    watcher.observe(document.body, { childList: true, subtree: true })
    ending = setTimeout(stop, 15000) // the answer took longer, or has been told for long
  }
  return { ask, stop }
}
