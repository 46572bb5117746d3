// A phone in a room: asks every two seconds what is asked, and sends an answer, which may be changed until the answer is
// shown. What is shown comes from the lecturer's page, as text, never as markup. An answer that could not be sent is
// kept and sent when the network is back.
const EVERY = 2000
const base = location.pathname.replace(/\/$/, ""), code = base.slice(-4)
const key = new URLSearchParams(location.search).get("key") ?? ""
const at = (id) => document.getElementById(id)
const kept = { // a private window may refuse
  get: (name) => { try { return localStorage.getItem(name) } catch { return kept[name] ?? null } },
  set: (name, value) => { try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value) } catch { kept[name] = value } },
}
const voter = kept.get("rffviz-phone") ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
kept.set("rffviz-phone", voter)
const KEPT = `rffviz-unsent-${code}`
const IN = "Your answer is in. You can change it until the answer is shown."
const DRAWN = "Your frequency is in."
const AGAIN = { 429: "Many answer at once: yours is sent again.", 503: "The server cannot keep answers now: yours is sent again." }
let now = null, mine, drawn, timer, sending = false, waits = EVERY, late = ""

const el = (tag, words, more = {}) => Object.assign(document.createElement(tag), words === undefined ? {} : { textContent: words }, more)
const drawing = (tag, given) => {
  const each = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(given)) each.setAttribute(name, value)
  return each
}
const headers = () => ({ "X-Voter": voter, ...(key && { "X-Key": key }) })
const ask = (path, body) => fetch(`${base}/${path}`, {
  headers: headers(), cache: "no-store", signal: AbortSignal.timeout(8000),
  ...(body && { method: "POST", body: JSON.stringify(body) }),
})
const say = (words) => { if (at("state").textContent !== words) at("state").textContent = words }
const line = (words) => { if (at("line").textContent !== words) at("line").textContent = words }
const written = (value) => value.toLocaleString("en", { maximumSignificantDigits: 4 })
const place = (said) => `${said.scene} ${said.round}`

// --- what is asked ---------------------------------------------------------------------------------------------------
async function look() {
  clearTimeout(timer)
  try {
    await flush().catch(({ message }) => say(AGAIN[message] ?? "Sending …"))
    const answer = await ask(`now${now ? `?v=${now.v}` : ""}`)
    if (answer.status === 404) {
      line("")
      at("form").hidden = at("speaker").hidden = true
      say((await answer.json()).said)
      waits = 15000
    } else if (answer.ok || answer.status === 204) {
      line("")
      waits = EVERY
      if (answer.ok && answer.status !== 204) show(await answer.json())
    } else throw new Error(answer.status)
  } catch ({ message }) {
    line(message === "429" ? "too many wrong codes from this network: trying again" : "no connection: trying again")
    waits = Math.min(waits * 1.5, 10000)
  }
  timer = setTimeout(look, waits * (0.9 + 0.2 * Math.random()))
}

function show(said) {
  const same = now && place(said) === place(now) && said.revealed === now.revealed && JSON.stringify(said.asked) === JSON.stringify(now.asked)
  const again = now && said.scene === now.scene && said.round > now.round
  now = said
  if (!same) mine = said.mine ? said.mine.answer : undefined
  const unsent = pending()
  if (unsent) mine = unsent.answer
  speaker(said)
  if (same && !said.revealed) return
  const asked = said.asked ?? {}
  at("question").textContent = asked.question || "Look at the screen."
  document.title = `${asked.question || "Room"} · rffviz`
  const open = Boolean(asked.kind) && !(said.closed ?? said.revealed)
  at("form").hidden = !open
  at("told").hidden = !said.revealed
  if (!said.revealed) at("told").replaceChildren()
  if (open) {
    form(asked)
    say(unsent ? "Sending …" : mine !== undefined ? within() : again && asked.kind !== "draw" ? "Talk to your neighbour, then answer once more." : "A new question.")
  } else {
    const missed = late === place(said) ? "Your last answer came too late." : ""
    say(said.revealed || !asked.question ? missed : "Nothing to answer right now.")
  }
  if (said.revealed) told(said, asked)
}

// --- answers ---------------------------------------------------------------------------------------------------------
const pending = () => {
  try {
    const held = JSON.parse(kept.get(KEPT))
    return held && now && place(held) === place(now) && !(now.closed ?? now.revealed) ? held : null
  } catch { return null }
}
async function flush() {
  const held = pending()
  if (!held || sending) return
  sending = true
  try {
    const { scene, round, answer } = held
    const got = await ask("vote", { scene, round, answer })
    if (got.status === 429 || got.status >= 500) throw new Error(got.status) // kept, and sent again
    const newer = kept.get(KEPT) !== JSON.stringify(held)
    if (!newer) kept.set(KEPT, null)
    if (got.ok) return void say(newer ? "Sending …" : within())
    say((await got.json()).said) // closed, full, or of no use
    if (got.status === 409) [now.v, late] = [-1, place(held)]
  } finally { sending = false }
}
function give(answer) {
  mine = answer
  kept.set(KEPT, JSON.stringify({ scene: now.scene, round: now.round, answer }))
  say("Sending …")
  look()
}
const within = () => (now.asked?.kind === "draw" && now.round > 1 ? DRAWN : IN)
function unsure() {
  const button = el("button", "I don’t know", { type: "button" })
  button.setAttribute("aria-pressed", mine === null)
  button.onclick = () => {
    give(null)
    button.setAttribute("aria-pressed", true)
    for (const each of at("form").querySelectorAll("[type=radio], [type=checkbox]")) each.checked = false
  }
  return button
}
function form(asked) {
  const parts = { choice: choices, number: slider, curve: pen, tests, draw: now.round > 1 ? drawFrequency : chooseFrequency }[asked.kind](asked)
  at("form").replaceChildren(...parts)
}
at("form").onsubmit = (event) => event.preventDefault()

const letter = (i) => `${String.fromCharCode(65 + i)}.`
function choices(asked) {
  const set = el("fieldset")
  set.append(el("legend", asked.question))
  asked.choices.forEach((words, i) => {
    const tile = el("label", undefined, { className: "tile" }), input = el("input", undefined, { type: "radio", name: "choice", checked: mine === i })
    input.onchange = () => { give(i); row.firstChild.setAttribute("aria-pressed", false) }
    tile.append(input, el("span", `${letter(i)} ${words}`))
    set.append(tile)
  })
  const row = el("div", undefined, { className: "row" })
  row.append(unsure())
  return [set, row]
}

function tests(asked) { // up to three, sent together
  const set = el("fieldset"), chosen = new Set(Array.isArray(mine) ? mine : [])
  set.append(el("legend", asked.question))
  const inputs = asked.choices.map((words, i) => {
    const tile = el("label", undefined, { className: "tile" }), input = el("input", undefined, { type: "checkbox", checked: chosen.has(i) })
    input.onchange = () => { if (input.checked) chosen.add(i); else chosen.delete(i); limit() }
    tile.append(input, el("span", `${letter(i)} ${words}`))
    set.append(tile)
    return input
  })
  const row = el("div", undefined, { className: "row" }), send = el("button", "Send", { className: "main", type: "button" })
  const limit = () => {
    send.disabled = !chosen.size
    inputs.forEach((each) => { each.disabled = chosen.size >= 3 && !each.checked })
  }
  send.onclick = () => { give([...chosen]); row.lastChild.setAttribute("aria-pressed", false) }
  row.append(send, unsure())
  limit()
  return [el("p", "Choose three."), set, row]
}

const value = ({ low, high, log }, share) => (log ? low * (high / low) ** share : low + share * (high - low))
const share = ({ low, high, log }, number) => (log ? Math.log(number / low) / Math.log(high / low) : (number - low) / (high - low))
function slider({ x, question }) {
  const step = 10 ** Math.floor(Math.log10((x.high - x.low) / 100)) // of a linear scale; two digits of a logarithmic one
  const near = (number) => (x.log ? Number(number.toPrecision(2)) : Number((Math.round(number / step) * step).toPrecision(12)))
  const input = el("input", undefined, { type: "range", min: 0, max: 1000, step: 1, value: 500 })
  const shown = el("output", undefined, { ariaLive: "off" }), known = typeof mine === "number"
  if (known) input.value = 1000 * share(x, mine)
  const rounded = () => Math.min(x.high, Math.max(x.low, near(value(x, input.value / 1000))))
  const tell = () => {
    shown.textContent = `${x.title} = ${written(rounded())}`
    input.setAttribute("aria-valuetext", shown.textContent)
  }
  input.setAttribute("aria-label", question)
  input.oninput = tell
  tell()
  if (!known) shown.style.opacity = 0.5
  const ends = el("div", undefined, { className: "ends" }), send = el("button", "Send", { className: "main", type: "button" })
  ends.append(el("span", written(x.low)), el("span", written(x.high)))
  send.onclick = () => { shown.style.opacity = 1; give(rounded()); row.lastChild.setAttribute("aria-pressed", false) }
  const row = el("div", undefined, { className: "row" })
  row.append(send, unsure())
  return [shown, input, ends, row]
}

// --- a frequency: the first round chooses it, later ones draw it from the kernel's spectrum ----------------------------
// inverse cumulative distributions and densities of unit scale; the normal one by Newton's steps on its distribution
const SPECTRA = {
  gaussian: [(u) => { let z = 0; for (let i = 0; i < 60; i++) { const step = (normal(z) - u) / density(z); z -= Math.max(-1, Math.min(1, step)) } return z }, (w) => density(w)],
  laplacian: [(u) => Math.tan(Math.PI * (u - 0.5)), (w) => 1 / (Math.PI * (1 + w * w))],
  cauchy: [(u) => (u < 0.5 ? Math.log(2 * u) : -Math.log(2 - 2 * u)), (w) => Math.exp(-Math.abs(w)) / 2],
}
const density = (z) => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI)
function normal(z) { // Φ by its series; beyond 6 nothing of a 32-bit u is left
  let term = z, sum = z
  for (let k = 3; k < 200 && Math.abs(term) > 1e-17; k += 2) sum += term *= (z * z) / k
  return 0.5 + sum * density(z)
}
const uniform = () => (crypto.getRandomValues(new Uint32Array(1))[0] + 0.5) / 2 ** 32
function spectrum(asked, at) {
  const top = 1.1 * SPECTRA[asked.kernel][1](0), y = { low: 0, high: top, title: "p(ω)", ticks: [[0, "0"]] }
  const plot = frame({ x: asked.x, y }, "The density of frequencies")
  const curve = [...Array(81).keys()].map((i) => [i / 80, SPECTRA[asked.kernel][1](value(asked.x, i / 80) * asked.length_scale) / top])
  plot.append(path(curve, "other density"))
  if (typeof at !== "number") return plot
  const x = Math.min(1, Math.max(0, share(asked.x, at))), height = SPECTRA[asked.kernel][1](at * asked.length_scale) / top
  const [cx, cy] = spot([x, Math.max(height / 2, 0.02)])
  plot.append(drawing("circle", { class: "dot", cx, cy, r: 9 }))
  return plot
}
function chooseFrequency(asked) {
  const plot = spectrum(asked), [shown, input, ends, row] = slider(asked), tell = input.oninput
  row.firstChild.disabled = typeof mine !== "number" // nobody sends where the slider began
  const touched = () => { row.firstChild.disabled = false; shown.style.opacity = 1 }
  input.onpointerdown = touched // also of who stays at 0
  input.onkeydown = (event) => { if (event.key !== "Tab") touched() }
  input.oninput = () => { tell(); touched() }
  plot.onclick = (event) => {
    const box = plot.getBoundingClientRect()
    input.value = 1000 * (((event.clientX - box.left) * W) / box.width - L) / (W - 2 * L)
    input.oninput()
  }
  return [el("p", "Choose a frequency ω, as random as you can."), plot, shown, input, ends, row]
}
function drawFrequency(asked) {
  const known = typeof mine === "number"
  const shown = el("output", known ? `ω = ${written(mine)}` : "ω = ?"), row = el("div", undefined, { className: "row" })
  const draw = el("button", known ? "Drawn" : "Draw a frequency", { className: "main", type: "button", disabled: known })
  draw.onclick = () => { give(SPECTRA[asked.kernel][0](uniform()) / asked.length_scale); form(asked) }
  row.append(draw)
  return [spectrum(asked, mine), shown, row]
}

const W = 400, H = 268, L = 8, T = 22
const spot = ([x, y]) => [L + x * (W - 2 * L), T + (1 - y) * (H - T - L)]
const path = (curve, kind) => drawing("path", { class: `line ${kind}`, d: curve.length > 1 ? `M${curve.map((point) => spot(point).map((each) => each.toFixed(1)).join(" ")).join("L")}` : "" })
function frame({ x, y }, label) {
  const plot = drawing("svg", { viewBox: `0 0 ${W} ${H + 38}`, role: "img", "aria-label": label })
  plot.append(drawing("rect", { class: "frame", x: L, y: T, width: W - 2 * L, height: H - T - L }))
  const text = (words, px, py, anchor) => {
    const each = drawing("text", { x: px, y: py, "text-anchor": anchor })
    each.textContent = words
    plot.append(each)
  }
  const ticks = (scale) => (scale.ticks?.length ? scale.ticks : [0, 0.5, 1].map((part) => [value(scale, part), written(value(scale, part))]))
  for (const [number, words] of ticks(x)) {
    const [px] = spot([share(x, number), 0])
    plot.append(drawing("path", { class: "grid", d: `M${px} ${T}V${H - L}` }))
    text(words, px, H + 10, px < 30 ? "start" : px > W - 30 ? "end" : "middle")
  }
  for (const [number, words] of ticks(y)) {
    const [, py] = spot([0, share(y, number)])
    plot.append(drawing("path", { class: "grid", d: `M${L} ${py}H${W - L}` }))
    text(words, L + 4, Math.max(py - 4, T + 12), "start")
  }
  text(`${x.title} →`, W - L, H + 30, "end")
  text(`↑ ${y.title}`, L, T - 7, "start")
  return plot
}
// of a stroke as many points as are kept: in order of x, the last one at each place
function thinned(points, most = 64) {
  const cells = new Map()
  for (const [x, y] of points) cells.set(Math.min(most - 1, Math.floor(x * most)), [x, y])
  return [...cells.keys()].sort((a, b) => a - b).map((cell) => cells.get(cell).map((each) => Number(each.toFixed(4))))
    .filter(([x], i, all) => !i || x > all[i - 1][0])
}
// the height of a curve at x, and of its nearer end outside it
function height(curve, x) {
  const after = curve.findIndex(([px]) => px >= x)
  if (after < 0) return curve.at(-1)?.[1] ?? 0.5
  if (after === 0) return curve[0][1]
  const [[x0, y0], [x1, y1]] = [curve[after - 1], curve[after]]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0 || 1)
}
function apart(one, other) {
  const within = ([first], last, x) => x >= first[0] - 1e-9 && x <= last[0] + 1e-9
  const steps = [...Array(33).keys()].map((i) => i / 32).filter((x) => within(one, one.at(-1), x) && within(other, other.at(-1), x))
  return steps.reduce((sum, x) => sum + Math.abs(height(one, x) - height(other, x)), 0) / (steps.length || NaN)
}
function pen(asked) {
  const plot = frame(asked, `Draw with a finger: ${asked.question}`), shown = path([], "mine")
  plot.classList.add("pen")
  plot.append(shown)
  drawn = Array.isArray(mine) ? mine : []
  const redraw = () => {
    shown.setAttribute("d", path(drawn, "mine").getAttribute("d"))
    send.disabled = drawn.length < 2
  }
  const point = (event) => {
    const box = plot.getBoundingClientRect(), scale = W / box.width
    const x = ((event.clientX - box.left) * scale - L) / (W - 2 * L), y = 1 - ((event.clientY - box.top) * scale - T) / (H - T - L)
    return [x, y].map((each) => Math.min(1, Math.max(0, each)))
  }
  let stroke = null
  const add = (event) => {
    stroke.push(...(event.getCoalescedEvents?.().length ? event.getCoalescedEvents() : [event]).map(point))
    const from = Math.min(...stroke.map(([x]) => x)), to = Math.max(...stroke.map(([x]) => x))
    drawn = thinned([...before.filter(([x]) => x < from || x > to), ...stroke]) // a stroke replaces what is under it
    redraw()
  }
  let before = drawn
  plot.onpointerdown = (event) => { plot.setPointerCapture(event.pointerId); before = drawn; stroke = []; add(event) }
  plot.onpointermove = (event) => { if (stroke) add(event) }
  plot.onpointerup = plot.onpointercancel = () => { if (stroke) sliders(); stroke = null }
  const send = el("button", "Send", { className: "main", type: "button" })
  send.onclick = () => { give(drawn); row.lastChild.setAttribute("aria-pressed", false) }
  const row = el("div", undefined, { className: "row" }), clear = el("button", "Clear", { type: "button" })
  clear.onclick = () => { drawn = []; redraw(); sliders() }
  row.append(send, clear, unsure())
  // without a finger: the height at nine places
  const other = el("details"), places = []
  other.append(el("summary", "Set it with sliders"))
  for (let i = 0; i <= 8; i++) {
    const label = el("label"), input = el("input", undefined, { type: "range", min: 0, max: 100, step: 1 })
    const tell = () => input.setAttribute("aria-valuetext", written(value(asked.y, input.value / 100)))
    input.oninput = () => { drawn = places.map((each, k) => [k / 8, each.value / 100]); tell(); redraw() }
    label.append(el("span", written(value(asked.x, i / 8))), input)
    places.push(input)
    other.append(label)
  }
  const sliders = () => places.forEach((each, k) => { each.value = 100 * height(drawn, k / 8); each.setAttribute("aria-valuetext", written(value(asked.y, each.value / 100))) })
  sliders()
  redraw()
  return [plot, row, other]
}

// --- the answer ------------------------------------------------------------------------------------------------------
// how many of the others were further off than this phone
const further = (n, all) => (all < 2 ? "." : `; ${n} of ${all - 1} ${all === 2 ? "other was" : "others were"} further off.`)
function told(said, asked) {
  const parts = [el("p", said.told)], result = said.result ?? {}
  if (result.counts) {
    const all = result.of ?? result.counts.reduce((sum, each) => sum + each, 0) + (result.unsure ?? 0)
    result.counts.forEach((n, i) => {
      const right = result.right.includes(i), row = el("div", undefined, { className: `bar${right ? " right" : ""}` }), bar = el("i")
      bar.style.width = `${(100 * n) / Math.max(all, 1)}%`
      row.append(el("span", `${right ? "✓ " : ""}${letter(i)} ${asked.choices[i]}${[mine].flat().includes(i) ? " (you)" : ""}`), el("span", `${n} of ${all}`), bar)
      parts.push(row)
    })
    if (result.unsure) parts.push(el("p", `${result.unsure} of ${all} did not know.`))
  }
  if (result.values) {
    if (result.truth !== null) parts.push(el("p", `It is ${written(result.truth)}. The median of the class is ${written(result.median)}.`))
    else parts.push(el("p", `The median of the class is ${written(result.median)}.`))
    if ("winner" in result) {
      const won = result.winner === null ? "nobody wins" : `${written(result.winner)} wins`
      const yours = mine === result.winner ? "you win" : `${mine < result.truth ? "not enough" : "more than needed"}; ${won}`
      parts.push(el("p", typeof mine === "number" ? `You bid ${written(mine)}: ${yours}.` : `${won[0].toUpperCase()}${won.slice(1)}.`))
    } else if (typeof mine === "number" && result.truth !== null) {
      const off = (each) => Math.abs(share(asked.x, each) - share(asked.x, result.truth))
      parts.push(el("p", `You said ${written(mine)}${further(result.values.filter((each) => off(each) > off(mine)).length, result.values.length)}`))
    }
  }
  if (result.people) parts.push(el("p", `${typeof mine === "number" ? `You are ω = ${written(mine)}, one` : "The class is a sample"} of ${result.people}.`))
  if (result.curves) {
    const plot = frame(asked, "The curves of the class, and the right one")
    for (const each of result.curves) plot.append(path(each, "other"))
    const named = [["middle", "median of the class", result.median], ["right", "the answer", result.truth], ["mine", "you", Array.isArray(mine) ? mine : null]]
    const legend = el("ul", undefined, { className: "key" })
    for (const [kind, words, curve] of named) {
      if (!curve?.length) continue
      plot.append(path(curve, kind))
      legend.append(el("li", `— ${words}`, { className: kind }))
    }
    parts.push(plot, legend)
    if (Array.isArray(mine) && result.truth?.length) {
      const closer = result.distances.filter((each) => each > apart(mine, result.truth) + 0.0005).length
      if (result.distances.length > 1) parts.push(el("p", `Your curve${further(closer, result.distances.length).replace(";", ":")}`))
    }
  }
  if (typeof said.link === "string" && said.link.startsWith("/") && !said.link.startsWith("//")) {
    parts.push(el("a", "Explore this view", { className: "go", href: said.link, target: "_blank", rel: "noopener" }))
  }
  at("told").replaceChildren(...parts)
}

// --- the speaker's phone ---------------------------------------------------------------------------------------------
function speaker(said) {
  at("speaker").hidden = !said.speaker
  if (!said.speaker) return
  at("notes").textContent = said.notes
  at("place").textContent = said.place
  for (const each of at("speaker").querySelectorAll("button")) {
    if (each.dataset.act === "reveal") each.textContent = said.revealed ? "Hide the answer" : "Reveal"
  }
}
for (const [act, words] of [["previous", "‹ Back"], ["next", "Next ›"], ["reveal", "Reveal"], ["again", "Ask again"]]) {
  const button = el("button", words, { type: "button" })
  button.dataset.act = act
  button.onclick = async () => {
    button.disabled = true
    try { if (!(await ask("act", { act })).ok) line("not received: press again") } catch { line("no connection: press again") }
    setTimeout(() => { button.disabled = false; look() }, 900)
  }
  at("speaker").querySelector("nav").append(button)
}

at("code").textContent = code
addEventListener("online", look)
document.addEventListener("visibilitychange", () => { if (!document.hidden) look() })
look()
