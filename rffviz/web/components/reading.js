// The sentence that reads a figure at each of its frames: the control above the figure says which.
export default function (component) {
  const { data, parentElement } = component
  const say = (at) => { parentElement.querySelector("p").textContent = data.readings[at] }
  window.rffvizReadings = { ...window.rffvizReadings, [data.plot]: say }
  say(data.start)
}
