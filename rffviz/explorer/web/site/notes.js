// The speaker's notes follow the window that opened them: it is asked where it is, since that works between files too. Keys
// pressed here are pressed there.
const numbers = JSON.parse(document.getElementById("numbers").textContent)
const state = document.getElementById("state"), clock = document.getElementById("clock"), began = Date.now()
let shown = ""

function show(number) {
  shown = numbers.includes(number) ? number : numbers[0]
  for (const each of numbers) document.getElementById(`n${each}`).classList.toggle("shown", each === shown)
}

const asked = () => show(location.hash.slice(2))
addEventListener("hashchange", asked)
addEventListener("message", ({ data, source }) => {
  if (source !== window.opener || data?.rffviz !== "at" || !numbers.includes(data.number)) return
  state.textContent = data.revealed ? "the answer is shown" : "the answer is hidden"
  if (data.number !== shown) show(data.number)
})
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key]
  const known = step || " rR".includes(event.key)
  if (!known || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (window.opener) window.opener.postMessage({ rffviz: "key", key: event.key }, "*")
  else if (step) show(numbers[Math.min(numbers.length - 1, Math.max(0, numbers.indexOf(shown) + step))])
})
document.body.classList.add("one")
asked()
setInterval(() => {
  const seconds = Math.floor((Date.now() - began) / 1000)
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` // since this was opened
  window.opener?.postMessage({ rffviz: "where" }, "*")
}, 400)
