// The room of a lecture on the lecturer's screen: asks every second how many have answered, and presses the keys that the
// speaker's phone asked for. A room outlives the page: it is remembered here, and told to a server that does not know it.
const EVERY = 1000, NAME = "rffviz-room"
const KEYS = { previous: "ArrowLeft", next: "ArrowRight", reveal: "r", again: "a" }
let mine, timer, done = null, of = "", offers = 0, deaf = 0, redrawn = 0, away = 0

const remembered = () => { try { return JSON.parse(sessionStorage.getItem(NAME)) } catch { return null } }
const remember = (what) => { try { sessionStorage.setItem(NAME, JSON.stringify(what)) } catch { /* not remembered */ } }
async function look(component) {
  clearTimeout(timer)
  const { data, parentElement } = component, more = { headers: { "X-Key": data.key }, cache: "no-store" }
  if (component !== mine || !data.code) return
  try {
    const answer = await fetch(`${data.path}/${data.code}/host`, { ...more, signal: AbortSignal.timeout(5000) })
    if (answer.status >= 500) throw new Error(answer.status) // of a proxy, whose server is away
    if (answer.ok && component === mine) {
      const { answered, acts, full, trouble } = await answer.json()
      const count = parentElement.querySelector("[data-count]")
      away = 0
      const words = trouble || (data.asking && answered !== null ? `${answered} answered${data.closed ? ", closed: A asks again" : ""}` : "")
      if (count.textContent !== words) count.textContent = words
      count.classList.toggle("long", Boolean(trouble) || data.closed)
      // the figure shows the answers: at most every two seconds it is drawn anew
      if (data.drawn !== null && answered !== null && answered !== data.drawn && Date.now() - redrawn > 2000) {
        redrawn = Date.now()
        component.setTriggerValue("drawn", answered)
      }
      const clear = parentElement.querySelector("[data-clear]")
      clear.hidden = !full
      clear.onclick = () => fetch(`${data.path}/${data.code}/clear`, { ...more, method: "POST" }).then(() => look(component), () => {})
      const last = acts.at(-1)?.[0] ?? 0
      if (done === null || of !== data.code) { // what was asked before this tab held the room is over
        const before = remembered()
        of = data.code
        done = Math.min(before?.done ?? last, last)
      }
      // a page that is being loaded hears no keys yet; one that is not presented never will
      deaf = "keys" in document.documentElement.dataset ? 0 : deaf + 1
      if (!deaf || deaf > 10) {
        for (const [number, act] of acts) if (number > done) window.postMessage({ rffviz: "key", key: KEYS[act] }, location.origin)
        done = last
        remember({ code: data.code, key: data.key, done })
      }
    }
  } catch { // the server is away: again in a second
    away += 1
    const count = parentElement.querySelector("[data-count]")
    if (away > 1 && component === mine) [count.textContent] = ["no connection: trying again"], count.classList.add("long")
  }
  if (component === mine) timer = setTimeout(() => look(component), EVERY)
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  mine = component
  const room = parentElement.querySelector(".room"), image = parentElement.querySelector("img")
  room.hidden = !data.code
  parentElement.querySelector("[data-code]").textContent = data.code
  parentElement.querySelector("[data-shown]").textContent = data.shown
  image.hidden = !data.image
  if (data.image) [image.src, image.alt] = [data.image, `QR code of ${data.shown}`]
  if (data.code) offers = 0
  if (data.code && remembered()?.code !== data.code) remember({ code: data.code, key: data.key })
  try { if (data.ended) sessionStorage.removeItem(NAME) } catch { /* nothing was */ }
  // a server that is busy with the page may lose an offer
  const offer = () => {
    const before = remembered()
    if (mine !== component || data.code || data.ended || !before?.code || before.code === data.refused || offers > 4) return
    offers += 1
    setTriggerValue("known", before)
    setTimeout(offer, 3000)
  }
  offer()
  look(component)
  return () => { if (mine === component) { mine = undefined; clearTimeout(timer) } }
}
