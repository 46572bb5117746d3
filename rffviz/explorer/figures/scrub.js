// The plot's frames are all in the browser: moving through them asks nothing of anyone. A native range input is reached
// by keyboard, finger and screen reader alike, which Plotly's own slider is not. `root` holds the markup, `data` is a
// `Scrub`; `outside` is what stands elsewhere: `plots()` gives the plots that have these frames, `say(at)` shows the
// sentences that read them, `rest(at)`, where there is one, is told at which frame a move came to rest, and `idle()` says
// whether who is told has time. The answer is what stops a running play.
function rffvizScrub(root, data, outside) {
  const find = (name) => root.querySelector(name)
  const range = find("input"), value = find("output"), play = find("[data-play]")
  const last = data.names.length - 1, names = JSON.stringify(data.names)
  const state = (root.rffvizScrub ??= { at: data.start, names, told: null, toldAt: 0, waiting: null, timer: null })
  range.max = last
  range.setAttribute("aria-label", data.label)
  find("label").textContent = data.label
  // as wide at every frame: buttons must not move under a finger
  value.style.minWidth = `${Math.max(6, ...data.values.map((words) => words.length))}ch`
  const say = (at) => {
    state.at = at
    range.value = at
    range.setAttribute("aria-valuetext", data.values[at])
    value.textContent = data.values[at]
    outside.say(at)
  }
  const go = (to) => {
    say(Math.max(0, Math.min(last, Number(to))))
    for (const plot of window.Plotly ? outside.plots() : []) {
      window.Plotly.animate(plot, [data.names[state.at]], {
        mode: "immediate", frame: { duration: 0, redraw: data.redraw }, transition: { duration: 0 },
      }).catch(() => {}) // the next frame came before this one was drawn
    }
  }
  const tell = () => {
    state.waiting = null
    if (!outside.rest || state.at === state.told) return
    state.told = state.at
    state.toldAt = Date.now()
    outside.rest(state.at)
    again(state.at, 1500, 3)
  }
  // a server that another message meets may lose it
  const again = (at, pause, tries) => {
    clearTimeout(state.again)
    state.again = setTimeout(() => {
      if (state.told !== at || !state.toldAt || state.waiting || !tries) return
      if (outside.idle()) { state.toldAt = Date.now(); outside.rest(at) }
      again(at, 2 * pause, tries - 1)
    }, pause)
  }
  const move = (to) => {
    go(to)
    clearTimeout(state.waiting)
    state.waiting = setTimeout(tell, 400)
  }
  const stop = () => {
    clearInterval(state.timer)
    state.timer = null
    play.dataset.play = "paused"
  }
  const held = () => { state.plays = false; stop() } // by the viewer, who ends a play of the page's own too
  const run = (to, pace) => {
    play.dataset.play = "playing"
    state.timer = setInterval(() => {
      if (state.plays && !(window.Plotly && outside.plots().length)) return // the figure is still to come
      go(state.at + 1)
      if (state.at >= to) { held(); move(to) }
    }, pace)
  }
  range.oninput = () => { held(); move(range.value) }
  find("[data-back]").onclick = () => { held(); move(state.at - 1) }
  find("[data-on]").onclick = () => { held(); move(state.at + 1) }
  play.onclick = () => {
    if (state.timer) { held(); return move(state.at) }
    if (state.at >= last) go(0)
    run(last, 700)
  }
  // What comes from the server can be older than the last move: that one holds until the server has heard of it.
  stop()
  if (state.waiting) { clearTimeout(state.waiting); state.waiting = setTimeout(tell, 400) }
  const moved = state.waiting || (state.told !== null && Date.now() - state.toldAt < 5000)
  const kept = state.names === names && (moved || state.plays) ? state.at : data.start
  if (state.told === data.start) state.toldAt = 0
  if (kept === data.start && !state.waiting) state.told = data.start
  state.names = names
  say(kept)
  if (kept !== data.start) setTimeout(() => go(state.at), 300)
  state.plays ??= Boolean(data.plays > kept && outside.plays?.())
  if (state.plays) run(data.plays, data.plays > 9 ? 500 : 1000) // few steps have names to read
  // a play of the page's own ends with the first click or key, wherever it is; a link that is followed says where to go on
  const ended = (event) => {
    if (!state.plays || event.key === " " || event.composedPath().includes(root)) return // Space is the play button's
    held()
    if (!event.target.closest?.("a")) move(state.at)
  }
  const acts = ["pointerdown", "keydown"]
  if (state.plays) acts.forEach((act) => document.addEventListener(act, ended, true))
  return () => {
    clearInterval(state.timer); clearTimeout(state.waiting); clearTimeout(state.again)
    acts.forEach((act) => document.removeEventListener(act, ended, true))
  }
}
