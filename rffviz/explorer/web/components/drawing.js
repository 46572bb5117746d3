// The browser keeps the strokes: what Python sends back can be older than the last of them. It replaces them only where
// points were pasted since, or where the canvas is new and Python has those of an earlier visit.
export default function (component) {
  const { data, parentElement: root, setTriggerValue } = component
  const canvas = root.querySelector("canvas"), said = root.querySelector("[role=status]")
  const pens = [...root.querySelectorAll("[data-class]")]
  const state = (root.rffvizPen ??= { strokes: [], stroke: null, last: null, pen: -1, pasted: null })
  const flat = () => state.strokes.flat()
  if (data.pasted !== state.pasted) {
    state.strokes = JSON.parse(data.points).length ? [JSON.parse(data.points)] : []
    state.pasted = data.pasted
  }
  const draw = () => {
    const style = getComputedStyle(canvas), size = canvas.width, context = canvas.getContext("2d")
    context.clearRect(0, 0, size, size)
    context.strokeStyle = style.borderTopColor
    context.beginPath()
    context.moveTo(size / 2, 0); context.lineTo(size / 2, size)
    context.moveTo(0, size / 2); context.lineTo(size, size / 2)
    context.stroke()
    for (const [x, y, kind] of flat()) {
      const across = (x / data.reach + 1) * size / 2, down = (1 - y / data.reach) * size / 2
      context.fillStyle = kind < 0 ? data.first : data.second
      if (kind < 0 || !data.classes) { context.beginPath(); context.arc(across, down, 5, 0, 7); context.fill() }
      else context.fillRect(across - 4.5, down - 4.5, 9, 9)
    }
    said.textContent = `${flat().length} of ${data.most} points`
  }
  const send = () => {
    setTriggerValue("points", JSON.stringify(flat()))
    draw()
  }
  const place = (event) => {
    const box = canvas.getBoundingClientRect()
    const x = (2 * (event.clientX - box.left) / box.width - 1) * data.reach
    const y = (1 - 2 * (event.clientY - box.top) / box.height) * data.reach
    return [x, y].map((v) => Math.round(100 * Math.max(-data.reach, Math.min(data.reach, v))) / 100) // as links hold them
  }
  const add = (event) => { // the stroke outlives this call: Python may answer while it is drawn
    const [x, y] = place(event), last = state.last
    if (last && Math.hypot(x - last[0], y - last[1]) < data.reach / 25) return
    if (flat().length >= data.most) return
    state.last = [x, y]
    state.stroke.push([x, y, state.pen])
    draw()
  }
  canvas.onpointerdown = (event) => {
    canvas.setPointerCapture(event.pointerId)
    state.stroke = []; state.last = null
    state.strokes.push(state.stroke)
    add(event)
  }
  canvas.onpointermove = (event) => { if (state.stroke) add(event) }
  canvas.onpointerup = canvas.onpointercancel = () => { if (state.stroke) { state.stroke = null; send() } }
  if (!data.classes) state.pen = -1
  for (const pen of pens) {
    pen.hidden = !data.classes
    pen.onclick = () => {
      state.pen = Number(pen.dataset.class)
      for (const each of pens) each.setAttribute("aria-pressed", String(each === pen))
    }
    pen.setAttribute("aria-pressed", String(Number(pen.dataset.class) === state.pen))
  }
  root.querySelector("[data-undo]").onclick = () => { state.strokes.pop(); send() }
  root.querySelector("[data-clear]").onclick = () => { state.strokes = []; send() }
  draw()
}
