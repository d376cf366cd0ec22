/** The mean of RGBA pixels as 0xRRGGBB; undefined where something shines through, so that no box stays behind a picture, and for none. */
export function averageOf(pixels: Uint8Array): number | undefined {
  let [red, green, blue] = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] !== 0xff) return undefined
    red += pixels[at] ?? 0
    green += pixels[at + 1] ?? 0
    blue += pixels[at + 2] ?? 0
  }
  const count = pixels.length / 4
  const mean = (sum: number) => Math.round(sum / count)
  return count > 0 ? (mean(red) << 16) | (mean(green) << 8) | mean(blue) : undefined
}
