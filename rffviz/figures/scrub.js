// The plot's frames are all in the browser: moving through them asks nothing of anyone. A native range input is reached
// by keyboard, finger and screen reader alike, which Plotly's own slider is not. `root` holds the markup, `data` is
// `scrub_data`, `findPlot` gives the plot that is scrubbed; the answer is what stops a play that is running.
function rffvizScrub(root, data, findPlot) {
  const find = (name) => root.querySelector(name)
  const range = find("input"), value = find("output"), reading = find("[aria-live]"), play = find("[data-play]")
  const identity = JSON.stringify([data.names, data.start])
  range.max = data.names.length - 1
  range.setAttribute("aria-label", data.label)
  find("label").textContent = data.label
  const say = (at) => {
    range.value = at
    range.setAttribute("aria-valuetext", data.values[at])
    value.textContent = data.values[at]
    reading.textContent = data.readings[at]
  }
  const go = (to) => {
    const at = Math.max(0, Math.min(data.names.length - 1, Number(to)))
    say(at)
    const plot = findPlot()
    if (plot && window.Plotly) {
      window.Plotly.animate(plot, [data.names[at]], {
        mode: "immediate", frame: { duration: 0, redraw: data.redraw }, transition: { duration: 0 },
      })
    }
  }
  const stop = () => {
    clearInterval(root.rffvizTimer)
    root.rffvizTimer = null
    play.textContent = "▶"
  }
  range.oninput = () => { stop(); go(range.value) }
  find("[data-back]").onclick = () => { stop(); go(Number(range.value) - 1) }
  find("[data-on]").onclick = () => { stop(); go(Number(range.value) + 1) }
  play.onclick = () => {
    if (root.rffvizTimer) return stop()
    if (Number(range.value) >= data.names.length - 1) go(0)
    play.textContent = "⏸"
    root.rffvizTimer = setInterval(() => {
      go(Number(range.value) + 1)
      if (Number(range.value) >= data.names.length - 1) stop()
    }, 700)
  }
  const kept = root.rffvizIdentity === identity ? Number(range.value) : data.start
  root.rffvizIdentity = identity
  stop()
  if (kept === data.start) say(kept)
  else setTimeout(() => go(kept), 300)
  return () => clearInterval(root.rffvizTimer)
}
