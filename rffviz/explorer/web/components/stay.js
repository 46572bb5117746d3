// A reveal draws figures anew, and once more when their height is measured. Streamlit takes a chart away before the next
// one is drawn: while no figure is, copies of the last ones stand in their places.
function rffvizStay(plots, revealing) {
  const drawn = () => plots().filter((plot) => plot.offsetHeight && getComputedStyle(plot).visibility === "visible"
    && plot.querySelector(".trace, .heatmaplayer image, .imagelayer image"))
  const copied = (plot) => {
    const { left, top, width, height } = plot.getBoundingClientRect(), copy = plot.cloneNode(true)
    const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
    Object.assign(copy.style, place, { position: "fixed", zIndex: 1, opacity: 0.35, pointerEvents: "none" })
    copy.setAttribute("aria-hidden", "true")
    return copy
  }
  let copies = [], ending
  const keep = (now) => { if (now.length) { drop(); copies = now.map(copied) } }
  const drop = () => copies.splice(0).forEach((copy) => copy.remove())
  const show = () => {
    if (copies.length && !revealing()) drop()
    const hidden = copies.length && drawn().length
    copies.forEach((copy) => (hidden ? copy.remove() : copy.isConnected || document.body.append(copy)))
  }
  new MutationObserver((records) => {
    const run = records.findLast(({ attributeName }) => attributeName)?.target.dataset.testScriptState
    if (run) clearTimeout(ending)
    if (run === "notRunning") ending = setTimeout(drop, 3000)
    else if (run && revealing()) keep(drawn())
    show()
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-test-script-state"] })
  return (asked) => { // a busy browser takes figures away before it shows that the answer's run has begun
    if (asked) keep(drawn())
    show()
  }
}
