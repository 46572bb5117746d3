// A frequency can be pulled along its axis: its wave, cos ωδ, and k̂, the mean of the waves, follow. A figure offers it by
// `layout.meta.pull`: the places of its dots (each a frequency), of k̂, of k, of the two traces that are lit, of those that
// show the newest frequency and its wave, and of one trace of each panel without any of these. What was pulled stays
// until another D is shown, or until the button over the figure, a double click or Escape puts it back.
document.rffvizPull ??= (() => {
  const REACH = 14 // pixels
  const known = new WeakMap() // plot: the columns as drawn, those put in their place, and where each pulled dot is
  let held = null
  const axis = (plot, name) => plot.layout[name[0] + "axis" + name.slice(1)]
  const scale = ({ range: [from, to], type }, share) => (type === "log" ? 10 ** (from + share * (to - from)) : from + share * (to - from))
  const share = ({ range: [from, to], type }, value) => ((type === "log" ? Math.log10(value) : value) - from) / (to - from)
  const ground = (plot) => {
    const { xaxis = "x", yaxis = "y" } = plot.data[plot.layout.meta.pull.dots]
    const box = plot.querySelector(`.draglayer .${xaxis}${yaxis} .nsewdrag`)?.getBoundingClientRect()
    return box && { box, x: axis(plot, xaxis), y: axis(plot, yaxis) }
  }
  const put = (plot, data) => {
    const { still } = plot.layout.meta.pull
    const traces = [...Object.keys(data).map(Number), ...still]
    return window.Plotly.animate(plot, { data: [...Object.values(data), ...still.map(() => ({}))], traces }, {
      mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 },
    }).catch(() => {}) // the next place came before this one was drawn
  }
  // what is drawn is ours until a frame or a new figure takes its place
  const ours = (plot) => {
    const state = known.get(plot)
    return state?.now && plot.isConnected && plot.data?.[plot.layout.meta.pull.estimate]?.y === state.now ? state : null
  }
  const stateOf = (plot) => {
    if (ours(plot)) return known.get(plot)
    const { dots, estimate, exact, newest } = plot.layout.meta.pull
    const column = (at, name) => rffvizNumbers(plot.data[at][name])
    const former = { [dots]: { x: plot.data[dots].x }, [estimate]: { y: plot.data[estimate].y } }
    if (newest.length) Object.assign(former, { [newest[0]]: { x: plot.data[newest[0]].x }, [newest[1]]: { y: plot.data[newest[1]].y } })
    const state = {
      former, omega: column(dots, "x"), height: column(dots, "y"), delta: column(estimate, "x"), mean: column(estimate, "y"),
      exact: column(exact, "y"), wave: newest.length ? column(newest[1], "x") : [], pulled: new Map(), now: null, chip: null,
    }
    known.set(plot, state)
    return state
  }
  const under = (plot, event) => {
    const place = ground(plot)
    if (!place) return -1
    const dots = plot.data[plot.layout.meta.pull.dots], x = rffvizNumbers(dots.x), y = rffvizNumbers(dots.y)
    let nearest = -1, least = REACH
    x.forEach((each, i) => {
      const left = place.box.left + share(place.x, each) * place.box.width
      const away = Math.hypot(event.clientX - left, event.clientY - (place.box.bottom - share(place.y, y[i]) * place.box.height))
      if (away < least) [nearest, least] = [i, away]
    })
    return nearest
  }
  const say = (plot, state, gap) => {
    state.chip ??= plot.appendChild(Object.assign(document.createElement("button"), { className: "rffviz-pulled", type: "button" }))
    state.chip.onclick = () => back(plot)
    const error = `max |k̂ − k| = ${gap.toPrecision(2)}`, all = plot.getBoundingClientRect()
    const names = plot.querySelector(".legend")?.getBoundingClientRect() ?? all
    const free = names.left - all.left < all.right - names.right ? "right" : "left" // beside the legend
    Object.assign(state.chip.style, { left: "", right: "", [free]: 0 })
    state.chip.textContent = `${error} ↺`
    state.chip.setAttribute("aria-label", `${error}: put the frequencies back`)
    state.place = plot.closest('[class*="-figure"], body > main')
    state.place?.setAttribute("data-pulled", "")
    clearInterval(state.watch)
    state.watch = setInterval(() => { if (!ours(plot)) forget(state) }, 150)
  }
  const forget = (state) => {
    clearInterval(state.watch)
    state.chip?.remove()
    if (!state.place?.querySelector(".rffviz-pulled")) state.place?.removeAttribute("data-pulled") // of no other plot
    state.chip = null
  }
  const back = (plot) => {
    const state = ours(plot)
    if (!state) return
    const nothing = { x: [null], y: [null] }
    const [dot, wave] = plot.layout.meta.pull.lit
    forget(state)
    known.delete(plot)
    put(plot, { ...state.former, [dot]: nothing, [wave]: nothing })
  }
  const pull = (event) => {
    const { plot, at, state } = held, { dots, estimate, lit, newest } = plot.layout.meta.pull
    const { box, x } = ground(plot)
    const omega = scale(x, Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)))
    state.pulled.set(at, omega)
    const places = state.omega.map((each, i) => state.pulled.get(i) ?? each)
    const mean = state.mean.map((each, i) => {
      let more = 0
      for (const [j, to] of state.pulled) more += Math.cos(to * state.delta[i]) - Math.cos(state.omega[j] * state.delta[i])
      return each + more / state.omega.length
    })
    state.now = mean
    const wave = state.delta.map((each) => Math.cos(omega * each))
    const data = { [dots]: { x: places }, [estimate]: { y: mean } }
    data[lit[0]] = { x: [omega], y: [state.height[at]] }
    data[lit[1]] = { x: state.delta, y: wave }
    if (newest.length && at === state.omega.length - 1) {
      data[newest[0]] = { x: [omega] }
      data[newest[1]] = { y: state.wave.map((each) => Math.cos(omega * each)) }
    }
    put(plot, data)
    say(plot, state, Math.max(...mean.map((each, i) => Math.abs(each - state.exact[i]))))
  }
  const plotOf = (event) => {
    const plot = event.target.closest?.(".js-plotly-plot")
    return plot?.layout?.meta?.pull && window.Plotly && !String(plot.layout.dragmode).startsWith("draw") ? plot : null
  }
  const begin = (event) => {
    const plot = event.button ? null : plotOf(event)
    const at = plot && !event.target.closest(".rffviz-pulled") ? under(plot, event) : -1
    if (at < 0) return
    event.preventDefault()
    event.stopPropagation() // Plotly would begin to zoom
    if (event.type !== "pointerdown") return
    plot.dataset.held = "" // hides the label of where it was
    held = document.rffvizHeld = { plot, at, state: stateOf(plot) }
  }
  const over = (event) => {
    if (held) return pull(event)
    const plot = plotOf(event), { xaxis = "x", yaxis = "y" } = plot?.data?.[plot.layout.meta.pull.dots] ?? {}
    const dragger = plot?.querySelector(`.draglayer .${xaxis}${yaxis} .nsewdrag`)
    if (dragger) dragger.style.cursor = under(plot, event) < 0 ? "" : "ew-resize"
  }
  const end = () => {
    if (held) delete held.plot.dataset.held
    held = document.rffvizHeld = null
  }
  const all = { capture: true }
  document.addEventListener("pointerdown", begin, all)
  document.addEventListener("mousedown", begin, all)
  const still = (event) => { if (held) event.preventDefault() } // the page would scroll
  document.addEventListener("touchmove", still, { ...all, passive: false })
  document.addEventListener("pointermove", over, all)
  document.addEventListener("mousemove", (event) => { if (held) event.stopPropagation() }, all)
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, end, all)
  const pulled = () => [...document.querySelectorAll(".js-plotly-plot")].filter((plot) => plot.layout?.meta?.pull && ours(plot))
  document.addEventListener("dblclick", (event) => { const plot = plotOf(event); if (plot) back(plot) }, all)
  document.addEventListener("keydown", (event) => {
    const plots = event.key === "Escape" ? pulled() : []
    if (!plots.length) return
    event.stopPropagation() // Escape leaves a presentation
    plots.forEach(back)
  }, all)
  return true
})()
