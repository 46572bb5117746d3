// Over a plot, too, one finger scrolls the page and two enlarge it. Plotly would drag a zoom: it hears of no touch, only
// of the mouse that the browser makes of a tap, which shows the values there.
window.rffvizTouch ??= addEventListener("touchstart", (event) => {
  if (event.target.closest?.(".js-plotly-plot")) event.stopPropagation()
}, { capture: true, passive: true }) ?? true
