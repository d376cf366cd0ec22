/** A box of ISO-BMFF: its length, name and content. */
export const box = (name: string, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
/** A HEIF picture with these properties of its tiles. */
export const heif = (properties: Uint8Array): Buffer => {
  const inner = box('iprp', box('ipco', properties))
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avif')), box('meta', Buffer.concat([Buffer.alloc(4), inner]))])
}
/** The property of a tile that is 40 pixels wide and 30 high. */
export const SIZE = box('ispe', Buffer.from([0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 30]))
