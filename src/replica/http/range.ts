/** The first and last byte that a `Range` header asks for. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110, 14.1). `whole` when there is none, or one that may be ignored: another
 * unit, several ranges, a reversed one. `unsatisfiable` when it lies behind the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  if (last !== '' && Number(last) < Number(first)) return 'whole'
  if (Number(first) >= size) return 'unsatisfiable'
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
