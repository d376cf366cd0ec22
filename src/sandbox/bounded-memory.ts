/** The section of a WebAssembly module that declares its initial and maximum memory. */
const MEMORY_SECTION = 5
const HAS_MAXIMUM = 1
const PREAMBLE_BYTES = 8
const PAGE_BYTES = 64 * 1024

/**
 * Limits the memory of a WebAssembly module. A module without a declared maximum may grow to 4 GB, and this is the only place to prevent it
 * (WebAssembly core specification, 5.5.8).
 */
export function withMaxMemory(module: Uint8Array, maxBytes: number): Uint8Array {
  let at = PREAMBLE_BYTES
  while (at < module.length) {
    const start = at
    const id = module[at]
    const size = readNumber(module, at + 1)
    const end = size.next + size.value
    if (id === MEMORY_SECTION) {
      const count = readNumber(module, size.next)
      const minimum = readNumber(module, count.next + 1)
      const limits = [...writeNumber(count.value), HAS_MAXIMUM, ...writeNumber(minimum.value), ...writeNumber(maxBytes / PAGE_BYTES)]
      return Buffer.concat([
        module.subarray(0, start),
        Buffer.from([MEMORY_SECTION, ...writeNumber(limits.length), ...limits]),
        module.subarray(end),
      ])
    }
    at = end
  }
  throw new Error('The WebAssembly module has no memory of its own to be bounded')
}

/** Numbers are LEB128-encoded: seven bits per byte, the lowest first. */
function readNumber(bytes: Uint8Array, at: number): { value: number; next: number } {
  const byte = bytes[at] ?? 0
  if (byte < 0x80) return { value: byte, next: at + 1 }
  const rest = readNumber(bytes, at + 1)
  return { value: (byte & 0x7f) + 0x80 * rest.value, next: rest.next }
}

const writeNumber = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(Math.floor(value / 0x80))]
