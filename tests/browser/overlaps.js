// Labels of figures that collide: with each other, with a drawn line, with a marker, with the figure's edge.
() => {
  const box = (e) => e.getBoundingClientRect(), words = (e) => e.textContent.replace(/\s+/g, " ").trim().slice(0, 40)
  const seen = (e) => words(e) && box(e).width > 1 && e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const shared = (p, q) => Math.min(Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top))
  const inside = (p, r, more = 0) => p.x > r.left - more && p.x < r.right + more && p.y > r.top - more && p.y < r.bottom + more
  const letters = (r) => { // a row's box has room above and below its letters
    const x = r.width < r.height ? 0.17 * r.width : 0, y = r.width < r.height ? 0 : 0.17 * r.height
    return { left: r.left + x, right: r.right - x, top: r.top + y, bottom: r.bottom - y }
  }
  const row = (e) => { // without the blanks at its ends
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), texts = [], range = document.createRange()
    while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode)
    range.setStart(texts[0], texts[0].data.search(/\S/))
    range.setEnd(texts.at(-1), texts.at(-1).data.trimEnd().length)
    return box(range)
  }
  const frames = (p, r) => p.left < r.left + 3 && p.right > r.right - 3 && p.top < r.top + 3 && p.bottom > r.bottom - 3
  const opaque = (colour) => colour !== "none" && !/^rgba.*, 0\)$/.test(colour)
  const drawn = (e) => {
    const look = getComputedStyle(e), stroked = parseFloat(look.strokeWidth) > 0 && opaque(look.stroke) && look.strokeOpacity > 0.05
    const filled = e.matches(".point") && opaque(look.fill) && look.fillOpacity > 0.05
    return (stroked || filled) && look.opacity > 0.05 && e.checkVisibility({ visibilityProperty: true })
  }
  const STEP = 1.5, LEAST = 5 // px on the screen: between two samples of a line, and the length in a label that is a fault
  const crosses = (path, at, panel) => {
    const half = parseFloat(getComputedStyle(path).strokeWidth) / 2
    if (shared(box(path), at) < -half) return false
    const length = path.getTotalLength(), matrix = path.getScreenCTM()
    let run = 0
    for (let s = 0; s <= length; s += STEP) {
      const p = path.getPointAtLength(s).matrixTransform(matrix)
      run = inside(p, at, half) && inside(p, panel) ? run + STEP : 0
      if (run >= LEAST) return true
    }
    return false
  }
  const labels = [], found = { overlaps: [], crossed: [], covered: [], cut: [] }
  for (const plot of [...document.querySelectorAll(".js-plotly-plot")].filter((each) => each.clientHeight)) {
    const room = box(plot.querySelector(".main-svg")), mine = []
    for (const text of [...plot.querySelectorAll(".main-svg text")].filter(seen)) {
      const rows = [...text.querySelectorAll(":scope > tspan.line")].filter(words)
      for (const e of rows.length ? rows : [text]) mine.push({ text, name: words(e), at: letters(row(e)) })
    }
    for (const bg of plot.querySelectorAll(".legend > .bg")) mine.push({ text: bg, name: "legend", at: letters(box(bg)), legend: true })
    for (const bar of plot.querySelectorAll(".colorbar .cbfills")) mine.push({ text: bar, name: "colour bar", at: box(bar) })
    for (const { name, at } of mine) {
      if (at.left < room.left || at.right > room.right || at.top < room.top || at.bottom > room.bottom) found.cut.push(name)
    }
    for (const [i, one] of mine.entries()) {
      for (const other of mine.slice(i + 1)) {
        const same = one.text === other.text || (other.legend && one.text.closest(".legend"))
        if (!same && shared(one.at, other.at) > 2) found.overlaps.push(`${one.name} × ${other.name}`)
      }
    }
    const frame = box(plot.querySelector(".svg-container")), layout = plot._fullLayout
    for (const { plot: layer, xaxis, yaxis } of Object.values(layout._plots ?? {})) {
      const left = frame.left + xaxis._offset, top = frame.top + yaxis._offset
      const panel = { left, top, right: left + xaxis._length, bottom: top + yaxis._length }
      const near = mine.filter(({ at }) => shared(at, panel) > 2)
      const node = layer.node()
      for (const path of [...node.querySelectorAll("path.js-line")].filter(drawn)) {
        const name = path.closest(".trace").__data__[0]?.trace.name ?? "line"
        for (const { at, name: label } of near) if (crosses(path, at, panel)) found.crossed.push(`${label} × ${name}`)
      }
      for (const point of [...node.querySelectorAll(".scatterlayer path.point")].filter(drawn)) {
        const r = box(point)
        if (r.width < 10) continue
        for (const { at, name: label } of near) if (shared(r, at) > 2) found.covered.push(`${label} × marker`)
      }
    }
    for (const path of [...plot.querySelectorAll(".shapelayer path")].filter(drawn)) {
      for (const { at, name } of mine) if (!frames(box(path), at) && crosses(path, at, room)) found.crossed.push(`${name} × shape`)
    }
  }
  for (const [fault, names] of Object.entries(found)) found[fault] = [...new Set(names)]
  return found
}
