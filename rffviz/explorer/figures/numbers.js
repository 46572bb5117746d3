// The numbers of a column of a trace, which Plotly keeps as they were sent: as an array, or packed.
function rffvizNumbers(column) {
  const types = { f4: Float32Array, f8: Float64Array, i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array }
  const type = types[column?.dtype]
  const values = type ? new type(Uint8Array.from(atob(column.bdata), (each) => each.charCodeAt(0)).buffer) : column
  return Array.from(values ?? [], (value) => (value === null ? NaN : value))
}
