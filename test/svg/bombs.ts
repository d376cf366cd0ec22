const attributes = 'xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"'
const RECT = '<rect width="400" height="300"'
const levels = (count: number, one: (level: number) => string) => Array.from({ length: count }, (_, level) => one(level)).join('')

/** Levels that each refer to the next one four times, by a rule of a style sheet. */
const referring = (name: string, property: string, inside: string) => (depth: number) =>
  `<style>${levels(depth, (at) => `.m${at}{${property}:url(#k${at})}`)}</style>` +
  levels(
    depth,
    (at) => `<${name} id="k${at}" width="390" height="290">${inside.replace('/>', ` class="m${at + 1}"/>`).repeat(4)}</${name}>`,
  ) +
  `${RECT} class="m0"/><path d="M0 0L9 9 5 2" class="m0"/>`

const filter = (steps: string, count = 1, units = '') =>
  `<filter id="f" ${units}>${steps}</filter>${`${RECT} filter="url(#f)"/>`.repeat(count)}`
const deep = (style: string) => (count: number) => `${`<g style="${style}">`.repeat(count)}${RECT}/>${'</g>'.repeat(count)}`
const line = (count: number) => `M0 0${'L9 9 5 2'.repeat(count)}`
const FIXED = 'transform:scale(1e6);stroke:red;stroke-width:50;vector-effect:non-scaling-stroke'
const gradient = (count: number) => `<linearGradient id="g">${'<stop offset=".5"/>'.repeat(count)}</linearGradient>`

/** A PNG whose header states this number of pixels each way, without any data. */
function hugePicture(pixels: number): string {
  const head = Buffer.alloc(33)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head)
  head.writeUInt32BE(pixels, 16)
  head.writeUInt32BE(pixels, 20)
  return `<image width="9" height="9" href="data:image/png;base64,${head.toString('base64')}"/>`
}

interface Bomb {
  most: number
  draw: (amount: number) => string
}
const upTo = (most: number, inside: Bomb['draw']): Bomb => ({ most, draw: (amount) => `<svg ${attributes}>${inside(amount)}</svg>` })

/** Drawings that cost more the more there is of something: its name, the maximum that is kept, and how to draw it. */
export const BOMBS: Record<string, Bomb> = {
  'masks in a style sheet': upTo(4, referring('mask', 'mask', '<rect width="9" height="9"/>')),
  'patterns in a style sheet': upTo(4, referring('pattern', 'fill', '<rect width="9" height="9"/>')),
  'clip paths in a style sheet': upTo(5, referring('clipPath', 'clip-path', '<rect width="9" height="9"/>')),
  'markers in a style sheet': upTo(3, referring('marker', 'marker-mid', '<path d="M0 0L9 9 5 2"/>')),
  'masks in style attributes': upTo(
    3,
    (depth) =>
      levels(depth, (at) => `<mask id="k${at}">${`<rect width="9" height="9" style="mask:url(#k${at + 1})"/>`.repeat(4)}</mask>`) +
      `${RECT} mask="url(#k0)"/>`,
  ),
  'a mask of every element by a nested rule': upTo(
    5000,
    (count) => `<style>svg{g{:hover,svg rect{mask:url(#m)}}}</style><mask id="m"><circle r="9"/></mask><g>${`${RECT}/>`.repeat(count)}</g>`,
  ),
  'a marker on each corner': upTo(
    24,
    (count) => `<marker id="k">${'<rect width="9" height="9"/>'.repeat(100)}</marker><path d="${line(count)}" marker-mid="url(#k)"/>`,
  ),
  'a marker that a use inherits': upTo(
    25,
    (count) =>
      `<marker id="k"><rect width="9" height="9"/></marker><path id="p" d="${line(99)}"/><g marker-mid="url(#k)">${'<use href="#p"/>'.repeat(count)}</g>`,
  ),
  'a pattern of many things on many things': upTo(
    51,
    (count) =>
      `<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse">${'<rect width="3" height="3"/>'.repeat(count)}</pattern>${`${RECT} fill="url(#p)"/>`.repeat(count)}`,
  ),
  'a long line used again': upTo(52, (count) => `<path id="p" d="${line(2000)}"/>${'<use href="#p"/>'.repeat(count)}`),
  'fills one over another': upTo(18, (count) => `<g id="a">${`${RECT} opacity=".5"/>`.repeat(20)}</g>${'<use href="#a"/>'.repeat(count)}`),
  'fills enlarged by a transformation': upTo(
    5000,
    (count) => `<g transform="scale(1e6)">${'<rect width="1" height="1"/>'.repeat(count)}</g>`,
  ),
  'short dashes': upTo(125000, (count) => `<path d="M0 0L400 300" stroke="red" stroke-dasharray="${500 / count}"/>`),
  'short dashes by a style sheet': upTo(
    250,
    (count) => `<style>* > *{stroke:red;stroke-dasharray:${1 / count}px}</style><path d="M0 0L400 300"/>`,
  ),
  'dashes of a long path length': upTo(125000, (count) => `<path d="M0 0L4 3" pathLength="${count}" stroke="red" stroke-dasharray="1"/>`),
  'dashes on a line far out of the picture': upTo(125000, (count) => `<path d="M0 0L${count} 0" stroke="red" stroke-dasharray="1"/>`),
  'groups with opacity': upTo(198, deep('opacity:.99')),
  'groups that blend': upTo(198, deep('mix-blend-mode:difference;isolation:isolate')),
  'groups with a mask': upTo(
    198,
    (count) => `<mask id="m">${RECT}/></mask>${'<g mask="url(#m)">'.repeat(count)}${RECT}/>${'</g>'.repeat(count)}`,
  ),
  blurs: upTo(33, (count) => `${RECT} style="filter:blur(90px)"/>`.repeat(count)),
  'blurs in one list': upTo(5, (count) => `${RECT} style="filter:${'blur(9px) '.repeat(count)}"/>`),
  'blurs of a filter': upTo(33, (count) => filter('<feGaussianBlur stdDeviation="9"/>'.repeat(count))),
  'octaves of turbulence': upTo(33, (count) => filter(`<feTurbulence numOctaves="${count}" baseFrequency=".9"/>`)),
  'a wide morphology': upTo(99, (radius) => filter(`<feMorphology operator="dilate" radius="${radius}"/>`)),
  'a convolution of many numbers': upTo(9, (order) =>
    filter(`<feConvolveMatrix order="${order}" kernelMatrix="${'1 '.repeat(order * order)}"/>`),
  ),
  lightings: upTo(33, (count) => filter('<feDiffuseLighting><fePointLight x="9" y="9" z="9"/></feDiffuseLighting>'.repeat(count))),
  'stops of a gradient': upTo(497, (count) => `${gradient(count)}${`${RECT} fill="url(#g)"/>`.repeat(200)}`),
  'gradients over the picture': upTo(625, (count) => `${gradient(2)}${`${RECT} fill="url(#g)"/>`.repeat(count)}`),
  'large letters': upTo(2500, (count) => `<text font-size="500">${'W'.repeat(count)}</text>`),
  'drawings within drawings': upTo(
    6,
    (count) =>
      levels(count, (at) => `<symbol id="s${at}" viewBox="0 0 9 9">${`<use href="#s${at + 1}"/>`.repeat(4)}</symbol>`) +
      `<symbol id="s${count}"><rect width="9" height="9"/></symbol><use href="#s0"/>`,
  ),
  'a picture of many pixels': upTo(10000, hugePicture),
  'inputs of a filter that double': upTo(6, (count) =>
    filter('<feOffset in="SourceGraphic" result="a"/>' + '<feBlend in="a" in2="a" result="a"/>'.repeat(count)),
  ),
  'dashes across a wide line': upTo(
    8064,
    (count) => `<path d="M0 0L400 300" stroke="red" stroke-width="30" stroke-dasharray="${500 / count}"/>`,
  ),
  'letters with a place each': upTo(19306, (count) => `<text x="${'1 '.repeat(count)}">${'a'.repeat(count)}</text>`),
  'letters of many sizes': upTo(399, (count) => levels(count, (at) => `<text font-size="${10 + at / 10}">W</text>`)),
  'dashes around letters': upTo(1, (count) => `<text font-size="99" stroke="red" stroke-dasharray=".01">${'W'.repeat(count)}</text>`),
  'closed lines in one path': upTo(11795, (count) => `<path d="M0 0${'l1 1-1 2 3 1z'.repeat(count)}"/>`),
  'a wide line that turns': upTo(1598, (count) => `<path d="M90 90${'l3 1-3 2 0-3'.repeat(count)}" stroke="red" stroke-width="9"/>`),
  'letters that are turned': upTo(19306, (count) => `<text rotate="7">${'W'.repeat(count)}</text>`),
  'dashes of a fixed width': upTo(6, (count) => `<path d="M0 0H4e-4" style="${FIXED};stroke-dasharray:${1 / count}"/>`),
  'a morphology as wide as what it is for': upTo(0, (count) =>
    filter('<feMorphology radius=".5"/>', count, 'primitiveUnits="objectBoundingBox"'),
  ),
  'points of many paths': upTo(2969, (count) => `<path id="p" d="${line(50)}"/>${'<use href="#p"/>'.repeat(count)}`),
  'rules for every element': upTo(666, (count) => `<style>${'*{fill:red}'.repeat(999)}</style>${'<g/>'.repeat(count)}`),
}
