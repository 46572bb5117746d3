// The numbers at each of a figure's frames: the control above the figure says which.
export default function (component) {
  const { data, parentElement } = component
  const say = (at) => { parentElement.querySelector(".readouts").innerHTML = data.readouts[at] } // escaped by the server
  window.rffvizReadouts = { ...window.rffvizReadouts, [data.plot]: say }
  say(data.start)
}
