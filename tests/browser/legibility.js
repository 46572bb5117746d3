// What cannot be read on the page: text that is too small, labels of a figure over each other, and labels beyond its edge.
() => {
  const box = (e) => e.getBoundingClientRect(), words = (e) => e.textContent.replace(/\s+/g, " ").trim().slice(0, 40)
  const seen = (e) => words(e) && box(e).width > 1 && e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const small = [], overlaps = [], cut = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement, raised = "script, style, noscript, .katex, sub, sup, tspan" // indices are smaller
    if (walker.currentNode.data.trim() && !e.closest(raised) && seen(e) && parseFloat(getComputedStyle(e).fontSize) < 14) {
      small.push(words(e))
    }
  }
  for (const plot of [...document.querySelectorAll(".js-plotly-plot")].filter((each) => each.clientHeight)) {
    const room = box(plot.querySelector(".main-svg")), texts = [...plot.querySelectorAll(".main-svg text")].filter(seen)
    const shared = (p, q) => [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)]
    for (const [i, text] of texts.entries()) {
      const r = box(text)
      if (r.left < room.left - 1 || r.right > room.right + 1 || r.top < room.top - 1 || r.bottom > room.bottom + 1) cut.push(words(text))
      for (const other of texts.slice(i + 1)) {
        const [wide, tall] = shared(r, box(other)) // boxes have room above and below the letters
        if (wide > 2 && tall > 0.4 * Math.min(r.height, box(other).height)) overlaps.push(`${words(text)} × ${words(other)}`)
      }
    }
  }
  return { small, overlaps, cut }
}
