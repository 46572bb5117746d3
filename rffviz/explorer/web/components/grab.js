// What a figure lets one drag: a line at the height of a setting, or one of two points whose distance is one. The figure
// follows from the server while the thing is held, so its listeners outlive each run: one set for each figure.
export default function ({ data, setTriggerValue }) {
  const known = (window.rffvizGrabs ??= new Map())
  if (known.has(data.plot)) Object.assign(known.get(data.plot), { grab: data.grab, send: setTriggerValue })
  else known.set(data.plot, listen(data.plot, { grab: data.grab, send: setTriggerValue }))
}

function listen(key, state) {
  const plot = () => document.querySelector(`.st-key-${key} .js-plotly-plot`)
  const ground = () => plot()?.querySelector(`.draglayer .${state.grab.axes.join("")} .nsewdrag`)
  const axis = (name) => plot().layout[name[0] + "axis" + name.slice(1)]
  const scale = (name, share) => {
    const { range: [from, to], type } = axis(name), at = from + share * (to - from)
    return type === "log" ? 10 ** at : at
  }
  const share = (name, value) => {
    const { range: [from, to], type } = axis(name)
    return ((type === "log" ? Math.log10(value) : value) - from) / (to - from)
  }
  const place = (box, [x, y]) => [box.left + share(state.grab.axes[0], x) * box.width, box.bottom - share(state.grab.axes[1], y) * box.height]
  // the index of what lies under the pointer: 0 for the line
  const under = (event) => {
    const box = ground()?.getBoundingClientRect()
    if (!box || event.clientX < box.left || event.clientX > box.right || !plot().contains(event.target)) return -1
    if (!state.grab.points.length) return Math.abs(event.clientY - place(box, [1, state.grab.level])[1]) < 8 ? 0 : -1
    return state.grab.points.findIndex((point) => {
      const [x, y] = place(box, point)
      return Math.hypot(event.clientX - x, event.clientY - y) < 14
    })
  }
  let held = -1, waiting = null, value = null, mark = null
  const tell = () => { waiting = null; state.send("at", value) }
  const move = (event) => {
    const box = ground().getBoundingClientRect()
    const x = scale(state.grab.axes[0], (event.clientX - box.left) / box.width)
    const y = scale(state.grab.axes[1], (box.bottom - event.clientY) / box.height)
    const other = state.grab.points[1 - held]
    value = other ? Math.hypot(x - other[0], y - other[1]) : y
    value = Number(Math.min(state.grab.high, Math.max(state.grab.low, value)).toPrecision(2))
    mark.textContent = `${state.grab.says} = ${value}`
    mark.style.left = `${event.clientX + 14}px`
    mark.style.top = `${event.clientY - 30}px`
    waiting ??= setTimeout(tell, 250)
  }
  const begin = (event) => {
    if (event.button || (held = under(event)) < 0) return
    event.preventDefault()
    event.stopPropagation() // Plotly would begin to zoom
    if (event.type !== "pointerdown") return
    mark = document.body.appendChild(document.createElement("div"))
    mark.style.cssText = "position: fixed; z-index: 9; padding: 0.1rem 0.5rem; border-radius: 0.4rem; pointer-events: none; background: var(--paper); border: 1px solid var(--muted)"
    move(event)
  }
  const end = () => {
    if (!mark) return
    mark.remove()
    mark = null
    held = -1
    clearTimeout(waiting)
    tell()
  }
  const over = (event) => {
    if (mark) return move(event)
    const dragger = ground()
    if (dragger) dragger.style.cursor = under(event) < 0 ? "" : state.grab.points.length ? "grab" : "ns-resize"
  }
  const all = { capture: true }
  document.addEventListener("pointerdown", begin, all)
  document.addEventListener("mousedown", begin, all)
  document.addEventListener("touchstart", (event) => { if (mark) event.preventDefault() }, { ...all, passive: false })
  document.addEventListener("touchmove", (event) => { if (mark) event.preventDefault() }, { ...all, passive: false })
  document.addEventListener("pointermove", over, all)
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, end, all)
  return state
}
