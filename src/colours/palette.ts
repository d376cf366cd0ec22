/** Of each channel. Of eight, a picture's warm grey would come out green. */
const LEVELS = 16

/** The classes by which a style sheet knows a colour (0xRRGGBB), rounded to 16 levels a channel: `tone r7 g1 bc`. See styles/tones.css. */
export function toneOf(colour: number): string {
  const [r, g, b] = [colour >> 16, colour >> 8, colour].map((channel) => Math.round(((channel & 0xff) / 0xff) * (LEVELS - 1)).toString(16))
  return `tone r${r} g${g} b${b}`
}
