/** Reserved device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i
/** Most file systems allow 255 bytes. */
const MAX_BYTES = 120

/** A file name for a guide that is valid on every system. */
export function fileNameOf(title: string, extension = 'html'): string {
  const quoted = title.normalize('NFC').replaceAll('"', '″')
  const plain = quoted.replace(/[\p{C}\s<>:/\\|?*]+/gu, ' ')
  const encoder = new TextEncoder()
  let name = ''
  for (const letter of plain.trim()) {
    if (encoder.encode(name + letter).length > MAX_BYTES) break
    name += letter
  }
  name = name.replace(/^[. ]+/, '')
  while (/[. ]$/.test(name)) name = name.slice(0, -1)
  return `${name === '' || DEVICE.test(name) ? `${name}_` : name}.${extension}`
}
