// The room of a lecture on the lecturer's screen: asks every second how many have answered, and presses the keys that the
// speaker's phone asked for. A room outlives the page: it is remembered here, and told to a server that does not know it.
const EVERY = 1000, NAME = "rffviz-room"
const KEYS = { previous: "ArrowLeft", next: "ArrowRight", reveal: "r", again: "a" }
let mine, timer, done = null, of = "", offers = 0

const remembered = () => { try { return JSON.parse(sessionStorage.getItem(NAME)) } catch { return null } }
async function look(component) {
  clearTimeout(timer)
  const { data, parentElement } = component
  if (component !== mine || !data.code) return
  try {
    const answer = await fetch(`${data.path}/${data.code}/host`, { headers: { "X-Key": data.key }, cache: "no-store", signal: AbortSignal.timeout(5000) })
    if (answer.ok && component === mine) {
      const { answered, acts } = await answer.json()
      const count = parentElement.querySelector("[data-count]")
      const words = data.asking && answered !== null ? `${answered} answered` : ""
      if (count.textContent !== words) count.textContent = words
      const last = acts.at(-1)?.[0] ?? 0
      if (done === null || of !== data.code) [done, of] = [last, data.code] // what was asked before this page came is over
      for (const [number, act] of acts) {
        if (number <= done) continue
        done = number
        window.postMessage({ rffviz: "key", key: KEYS[act] }, location.origin)
      }
    }
  } catch { /* the server is away: again in a second */ }
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
  try {
    if (data.code) offers = 0, sessionStorage.setItem(NAME, JSON.stringify({ code: data.code, key: data.key }))
    else if (data.ended) sessionStorage.removeItem(NAME)
  } catch { /* not remembered */ }
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
