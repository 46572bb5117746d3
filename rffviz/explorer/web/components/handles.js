// The browser keeps the heights: what Python sends back can be older than the last drag. Each message has a number, and
// Python says which it heard last: only when that is the newest are its heights taken, which a link may have changed since.
export default function (component) {
  const { data, parentElement: root, setTriggerValue } = component
  const svg = root.querySelector("svg"), knobs = root.querySelector(".knobs"), ground = root.querySelector(".ground")
  const state = (root.rffvizHandles ??= { sent: data.heard, at: null, waiting: null, heights: null })
  if (!state.heights || (data.heard >= state.sent && state.at === null && !state.waiting)) {
    state.heights = data.heights.map(Number)
    state.sent = data.heard
  }
  const last = data.distances.length - 1
  const across = (r) => 30 + 275 * r / data.distances[last], down = (k) => 130 - 110 * k
  const make = (parent, name, attributes, words = "") => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
    node.textContent = words
    return parent.appendChild(node)
  }
  if (!ground.childNodes.length) {
    for (const k of [-1, 0, 1]) {
      make(ground, "line", { x1: 30, x2: 310, y1: down(k), y2: down(k) })
      make(ground, "text", { x: 22, y: down(k) + 5, "text-anchor": "end" }, String(k).replace("-", "−"))
    }
    for (const r of [1, 2, 3, 4]) make(ground, "text", { x: across(r), y: 258, "text-anchor": "middle" }, String(r))
    make(ground, "text", { x: 46, y: 258, "text-anchor": "middle" }, "r")
    make(ground, "circle", { class: "fixed", cx: across(0), cy: down(1), r: 6 })
    data.distances.forEach((r, i) => make(knobs, "circle", {
      class: "knob", r: 9, cx: across(r), role: "slider", tabindex: 0, "aria-orientation": "vertical",
      "aria-label": `k(${r})`, "aria-valuemin": -1, "aria-valuemax": 1,
    }))
  }
  // the slopes of a monotone cubic between equally distant points (Fritsch & Butland), as the server has it
  const slopes = (y) => {
    const d = y.slice(1).map((each, i) => each - y[i]), n = d.length
    const end = (a, b) => {
      const slope = (3 * a - b) / 2
      return slope * a <= 0 ? 0 : a * b < 0 && Math.abs(slope) > 3 * Math.abs(a) ? 3 * a : slope
    }
    const inner = d.slice(1).map((b, i) => (d[i] * b <= 0 ? 0 : 2 * d[i] * b / (d[i] + b)))
    return [end(d[0], d[1]), ...inner, end(d[n - 1], d[n - 2])]
  }
  const draw = () => {
    const y = [1, ...state.heights], m = slopes(y), x = [0, ...data.distances]
    const third = (across(x[1]) - across(x[0])) / 3
    svg.querySelector(".curve").setAttribute("d", y.slice(1).reduce((path, to, i) => `${path} C ${
      across(x[i]) + third} ${down(y[i] + m[i] / 3)} ${across(x[i + 1]) - third} ${down(to - m[i + 1] / 3)} ${
      across(x[i + 1])} ${down(to)}`, `M ${across(0)} ${down(1)}`))
    ;[...knobs.children].forEach((knob, i) => {
      knob.setAttribute("cy", down(state.heights[i]))
      knob.setAttribute("aria-valuenow", state.heights[i])
      knob.classList.toggle("held", state.at === i)
    })
  }
  const send = () => {
    clearTimeout(state.waiting)
    state.waiting = null
    state.sent += 1
    setTriggerValue("heights", `${state.sent}:${state.heights.map((k) => Math.round(1000 * k)).join("_")}`)
  }
  const put = (i, height) => {
    state.heights[i] = Math.round(100 * Math.max(-1, Math.min(1, height))) / 100
    draw()
    state.waiting ??= setTimeout(send, 300) // the spectrum follows while the point is still held
  }
  const place = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse())
    return [at.x, (130 - at.y) / 110]
  }
  svg.onpointerdown = (event) => {
    const [x, height] = place(event), gaps = data.distances.map((r) => Math.abs(across(r) - x))
    state.at = gaps.indexOf(Math.min(...gaps))
    svg.setPointerCapture(event.pointerId)
    knobs.children[state.at].focus({ preventScroll: true })
    put(state.at, height)
    event.preventDefault()
  }
  svg.onpointermove = (event) => { if (state.at !== null) put(state.at, place(event)[1]) }
  svg.onpointerup = svg.onpointercancel = () => {
    if (state.at === null) return
    state.at = null
    draw()
    send()
  }
  const steps = { ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1 }
  ;[...knobs.children].forEach((knob, i) => {
    knob.onkeydown = (event) => {
      const step = steps[event.key], end = { Home: -1, End: 1 }[event.key]
      if (step === undefined && end === undefined) return
      event.preventDefault()
      event.stopPropagation()
      put(i, end ?? state.heights[i] + step)
    }
  })
  const shapes = {
    bell: (r) => Math.exp(-r * r / 2), triangle: (r) => Math.max(0, 1 - r / data.distances[last]), box: (r) => Number(r < 1.25),
  }
  for (const button of root.querySelectorAll("[data-shape]")) {
    button.onclick = () => {
      state.heights = data.distances.map((r) => Math.round(1000 * shapes[button.dataset.shape](r)) / 1000)
      draw()
      send()
    }
  }
  draw()
}
