/** A number with its width in bytes. */
export type Field = [width: 1 | 2 | 4 | 6 | 8, value: number]

/** The bytes of a record: its numbers in order, little-endian. */
export function fields(...list: Field[]): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of list) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
