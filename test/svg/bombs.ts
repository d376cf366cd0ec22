const attributes = 'xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"'
const svg = (content: string, more = '') => `<svg ${attributes}${more}>${content}</svg>`
const RECT = '<rect width="400" height="300"'
const levels = (count: number, one: (level: number) => string) => Array.from({ length: count }, (_, level) => one(level)).join('')

/** Levels that each refer to the next one four times, by a rule of a style sheet. */
const referring = (name: string, property: string, inside: string) => (depth: number) =>
  svg(
    `<style>${levels(depth, (at) => `.m${at}{${property}:url(#k${at})}`)}</style>` +
      levels(
        depth,
        (at) => `<${name} id="k${at}" width="390" height="290">${inside.replace('/>', ` class="m${at + 1}"/>`).repeat(4)}</${name}>`,
      ) +
      `${RECT} class="m0"/><path d="M0 0L9 9 5 2" class="m0"/>`,
  )

const filter = (steps: string, count = 1) => svg(`<filter id="f">${steps}</filter>${`${RECT} filter="url(#f)"/>`.repeat(count)}`)
const deep = (style: string) => (count: number) => svg(`${`<g style="${style}">`.repeat(count)}${RECT}/>${'</g>'.repeat(count)}`)
const line = (count: number) => `M0 0${'L9 9 5 2'.repeat(count)}`
const gradient = (count: number) => `<linearGradient id="g">${'<stop offset=".5"/>'.repeat(count)}</linearGradient>`

/** A PNG that says a size of so many pixels each way and has no more than its head. */
function hugePicture(pixels: number): string {
  const head = Buffer.alloc(33)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head)
  head.writeUInt32BE(pixels, 16)
  head.writeUInt32BE(pixels, 20)
  return svg(`<image width="9" height="9" href="data:image/png;base64,${head.toString('base64')}"/>`)
}

/**
 * Drawings that cost more the more there is of something: what, how to draw it, and an amount that is above what is kept, however it is
 * written. The amounts are the smallest of their kind to one part in ten.
 */
export const BOMBS: Record<string, (amount: number) => string> = {
  'masks in a style sheet': referring('mask', 'mask', '<rect width="9" height="9"/>'),
  'patterns in a style sheet': referring('pattern', 'fill', '<rect width="9" height="9"/>'),
  'clip paths in a style sheet': referring('clipPath', 'clip-path', '<rect width="9" height="9"/>'),
  'markers in a style sheet': referring('marker', 'marker-mid', '<path d="M0 0L9 9 5 2"/>'),
  'masks in style attributes': (depth) =>
    svg(
      levels(depth, (at) => `<mask id="k${at}">${`<rect width="9" height="9" style="mask:url(#k${at + 1})"/>`.repeat(4)}</mask>`) +
        `${RECT} mask="url(#k0)"/>`,
    ),
  'a mask of every element by a nested rule': (count) =>
    svg(`<style>svg{g{:hover,svg rect{mask:url(#m)}}}</style><mask id="m"><circle r="9"/></mask><g>${`${RECT}/>`.repeat(count)}</g>`),
  'a marker on each corner': (count) =>
    svg(`<marker id="k">${'<rect width="9" height="9"/>'.repeat(100)}</marker><path d="${line(count)}" marker-mid="url(#k)"/>`),
  'an inherited marker': (count) =>
    svg(`<marker id="k"><rect width="9" height="9"/></marker><g marker="url(#k)">${`<path d="${line(20)}"/>`.repeat(count)}</g>`),
  'a marker that a use inherits': (count) =>
    svg(
      `<marker id="k"><rect width="9" height="9"/></marker><path id="p" d="${line(99)}"/><g marker-mid="url(#k)">${'<use href="#p"/>'.repeat(count)}</g>`,
    ),
  'a pattern of many things on many things': (count) =>
    svg(
      `<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse">${'<rect width="3" height="3"/>'.repeat(count)}</pattern>${`${RECT} fill="url(#p)"/>`.repeat(count)}`,
    ),
  'a long line used again': (count) => svg(`<path id="p" d="${line(2000)}"/>${'<use href="#p"/>'.repeat(count)}`),
  'fills one over another': (count) => svg(`<g id="a">${`${RECT} opacity=".5"/>`.repeat(20)}</g>${'<use href="#a"/>'.repeat(count)}`),
  'fills enlarged by a transformation': (count) => svg(`<g transform="scale(1e6)">${'<rect width="1" height="1"/>'.repeat(count)}</g>`),
  'short dashes': (count) => svg(`<path d="M0 0L400 300" stroke="red" stroke-dasharray="${500 / count}"/>`),
  'short dashes by a style sheet': (count) =>
    svg(`<style>* > *{stroke:red;stroke-dasharray:${1 / count}px}</style><path d="M0 0L400 300"/>`),
  'dashes of a long path length': (count) => svg(`<path d="M0 0L4 3" pathLength="${count}" stroke="red" stroke-dasharray="1"/>`),
  'dashes on a line far out of the picture': (count) => svg(`<path d="M0 0L${count} 0" stroke="red" stroke-dasharray="1"/>`),
  'groups with opacity': deep('opacity:.99'),
  'groups that blend': deep('mix-blend-mode:difference;isolation:isolate'),
  'groups with a mask': (count) =>
    svg(`<mask id="m">${RECT}/></mask>${'<g mask="url(#m)">'.repeat(count)}${RECT}/>${'</g>'.repeat(count)}`),
  blurs: (count) => svg(`${RECT} style="filter:blur(90px)"/>`.repeat(count)),
  'blurs in one list': (count) => svg(`${RECT} style="filter:${'blur(9px) '.repeat(count)}"/>`),
  'blurs by a rule': (count) => svg(`<style>rect{filter:blur(9px)}</style>${`${RECT}/>`.repeat(count)}`),
  'blurs of a filter': (count) => filter('<feGaussianBlur stdDeviation="9"/>'.repeat(count)),
  'octaves of turbulence': (count) => filter(`<feTurbulence numOctaves="${count}" baseFrequency=".9"/>`),
  'turbulence on many things': (count) => filter('<feTurbulence/>', count),
  'a wide morphology': (radius) => filter(`<feMorphology operator="dilate" radius="${radius}"/>`),
  'a convolution of many numbers': (order) => filter(`<feConvolveMatrix order="${order}" kernelMatrix="${'1 '.repeat(order * order)}"/>`),
  lightings: (count) => filter('<feDiffuseLighting><fePointLight x="9" y="9" z="9"/></feDiffuseLighting>'.repeat(count)),
  'stops of a gradient': (count) => svg(`${gradient(count)}${`${RECT} fill="url(#g)"/>`.repeat(200)}`),
  'gradients over the picture': (count) => svg(`${gradient(2)}${`${RECT} fill="url(#g)"/>`.repeat(count)}`),
  'large letters': (count) => svg(`<text font-size="500">${'W'.repeat(count)}</text>`),
  'letters with a pattern': (count) =>
    svg(
      `<pattern id="p" width="9" height="9"><rect width="9" height="9"/></pattern><text font-size="50" fill="url(#p)">${'W'.repeat(count)}</text>`,
    ),
  'drawings within drawings': (count) =>
    svg(
      levels(count, (at) => `<symbol id="s${at}" viewBox="0 0 9 9">${`<use href="#s${at + 1}"/>`.repeat(4)}</symbol>`) +
        `<symbol id="s${count}"><rect width="9" height="9"/></symbol><use href="#s0"/>`,
    ),
  'a picture of many pixels': hugePicture,
  'inputs of a filter that double': (count) =>
    filter('<feOffset in="SourceGraphic" result="a"/>' + '<feBlend in="a" in2="a" result="a"/>'.repeat(count)),
  'dashes across a wide line': (count) => svg(`<path d="M0 0L400 300" stroke="red" stroke-width="30" stroke-dasharray="${500 / count}"/>`),
  'letters with a place each': (count) => svg(`<text x="${'1 '.repeat(count)}">${'a'.repeat(count)}</text>`),
  'letters of many sizes': (count) => svg(levels(count, (at) => `<text font-size="${10 + at / 10}">W</text>`)),
  'dashes around letters': (count) => svg(`<text font-size="99" stroke="red" stroke-dasharray=".01">${'W'.repeat(count)}</text>`),
}

/** The most of each that is kept. */
export const LIMITS: readonly (readonly [name: string, amount: number])[] = [
  ['masks in a style sheet', 3],
  ['patterns in a style sheet', 4],
  ['clip paths in a style sheet', 4],
  ['markers in a style sheet', 3],
  ['masks in style attributes', 3],
  ['a mask of every element by a nested rule', 3111],
  ['a marker on each corner', 501],
  ['an inherited marker', 894],
  ['a marker that a use inherits', 191],
  ['a pattern of many things on many things', 206],
  ['a long line used again', 214],
  ['fills one over another', 16],
  ['fills enlarged by a transformation', 1897],
  ['short dashes', 208876],
  ['short dashes by a style sheet', 417],
  ['dashes of a long path length', 208960],
  ['dashes on a line far out of the picture', 208710],
  ['groups with opacity', 198],
  ['groups that blend', 195],
  ['groups with a mask', 177],
  ['blurs', 35],
  ['blurs in one list', 6],
  ['blurs by a rule', 35],
  ['blurs of a filter', 39],
  ['octaves of turbulence', 66],
  ['turbulence on many things', 55],
  ['a wide morphology', 69],
  ['a convolution of many numbers', 9],
  ['lightings', 33],
  ['stops of a gradient', 2702],
  ['gradients over the picture', 615],
  ['large letters', 4950],
  ['letters with a pattern', 21826],
  ['drawings within drawings', 5],
  ['a picture of many pixels', 9999],
  ['inputs of a filter that double', 6],
  ['dashes across a wide line', 9314],
  ['letters with a place each', 19209],
  ['letters of many sizes', 397],
  ['dashes around letters', 2],
]
