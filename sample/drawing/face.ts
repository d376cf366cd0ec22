import { CREAM, INK, MUSTARD, RUBBER } from './palette.ts'
import type { Tone } from './palette.ts'
import { arc, disc, flat, group, ink, solid } from './shapes.ts'

// Portraits on a sheet of 400 × 400: the head is centred on 200, 176.

type Hair = 'short' | 'bob' | 'long' | 'bun' | 'curls' | 'afro' | 'side' | 'bald' | 'cap' | 'scarf' | 'turban' | 'ponytail'

export interface Person {
  skin: Tone
  hair: Hair
  /** Of the hair, or of the cloth that covers it. */
  hairTone: Tone
  shirt: Tone
  glasses?: boolean
  beard?: 'full' | 'moustache'
  earrings?: boolean
  freckles?: boolean
  apron?: boolean
}

/** What lies behind the head. */
function backHair({ hair, hairTone }: Person): string {
  switch (hair) {
    case 'bob':
      return solid('M118 180Q108 84 200 84T282 180L290 256Q200 290 110 256z', hairTone, 8)
    case 'long':
      return solid('M116 180Q104 80 200 80T284 180L302 336Q200 366 98 336z', hairTone, 8)
    case 'bun':
      return solid(disc(200, 74, 38), hairTone, 7)
    case 'ponytail':
      return solid('M262 110Q340 100 330 190Q336 250 308 280Q280 240 288 200Q286 160 256 150z', hairTone, 8)
    case 'afro':
      return solid(
        'M200 52q40 -14 62 18q40 6 42 44q24 28 2 58q0 38 -40 44H134q-40 -6 -40 -44q-22 -30 2 -58q2 -38 42 -44q22 -32 62 -18z',
        hairTone,
        10,
      )
    case 'scarf':
      return solid('M112 190Q100 76 200 76T288 190Q284 250 304 306Q200 372 96 306Q116 250 112 190z', hairTone, 10)
    default:
      return ''
  }
}

/** What lies over the forehead. */
function frontHair({ hair, hairTone }: Person): string {
  switch (hair) {
    case 'short':
      return solid('M128 170Q120 92 200 90T272 170Q262 132 236 124Q180 146 146 128Q132 140 128 170z', hairTone, 7)
    case 'side':
      return solid('M126 178Q116 84 206 84Q288 88 274 178Q270 150 262 138Q190 150 166 112Q140 130 126 178z', hairTone, 7)
    case 'bob':
      return solid('M128 180Q124 100 200 98T272 180Q262 140 250 136H150Q136 146 128 180z', hairTone, 7)
    case 'long':
    case 'bun':
    case 'ponytail':
      return solid('M126 186Q118 92 200 90T274 186Q270 130 200 122Q132 132 126 186z', hairTone, 7)
    case 'curls':
      return solid(
        'M126 172q-22 -12 -8 -34q-10 -28 22 -36q6 -28 36 -20q22 -22 48 -4q28 -8 36 18q30 6 22 36q14 24 -8 40q-8 -30 -24 -40q-14 10 -30 2q-20 14 -38 2q-18 8 -32 -2q-18 10 -24 38z',
        hairTone,
        7,
      )
    case 'afro':
      return solid('M128 172Q118 92 200 90T272 172Q260 136 200 134T128 172z', hairTone, 5)
    case 'cap':
      return group(solid('M124 150Q124 84 200 84T276 150z', hairTone, 8), solid('M118 146h164q36 4 40 22h-204q-14 -12 0 -22z', hairTone, 7))
    case 'scarf':
      return ink('M140 172Q140 106 200 106T260 172Q262 240 200 258T140 172z', 5)
    case 'turban':
      return group(
        solid('M120 152Q106 62 200 56T280 152Q240 124 200 124T120 152z', hairTone, 8),
        ink('M128 128Q180 66 262 92M150 80Q220 84 272 128M200 124Q196 100 176 84', 3, hairTone[1]),
      )
    case 'bald':
      return solid('M126 196Q116 168 130 150Q138 172 138 196zM274 196Q284 168 270 150Q262 172 262 196z', hairTone, 3)
  }
}

function faceOf({ skin, beard, hairTone, glasses, freckles, earrings, hair }: Person): string {
  const covered = hair === 'scarf'
  const beardTone = hair === 'cap' || hair === 'turban' ? RUBBER : hairTone
  return group(
    covered ? '' : solid(disc(128, 186, 15, 20), skin, 4) + solid(disc(272, 186, 15, 20), skin, 4),
    earrings
      ? flat(disc(127, 216, 8), MUSTARD[0]) + ink(disc(127, 216, 8)) + flat(disc(273, 216, 8), MUSTARD[0]) + ink(disc(273, 216, 8))
      : '',
    solid('M130 168Q130 100 200 100T270 168Q272 260 200 264Q128 260 130 168z', skin, 9),
    flat(disc(152, 208, 15, 10), '#e5705f', 0.3) + flat(disc(248, 208, 15, 10), '#e5705f', 0.3),
    beard === 'full' ? solid('M130 186Q146 204 160 204Q200 192 240 204Q256 204 270 186Q274 284 200 284T130 186z', beardTone, 7) : '',
    freckles ? [146, 156, 164, 238, 246, 256].map((x, index) => flat(disc(x, 202 + (index % 2) * 7, 2.5), skin[1])).join('') : '',
    flat(disc(172, 180, 7, 8), INK) + flat(disc(228, 180, 7, 8), INK),
    ink(arc(172, 172, 17, 225, 315) + arc(228, 172, 17, 225, 315), 4),
    ink('M200 186q-8 18 2 20', 4, skin[1]),
    beard === 'moustache' ? solid('M200 214Q176 206 160 226Q184 236 200 224Q216 236 240 226Q224 206 200 214z', beardTone, 4) : '',
    ink(beard ? 'M186 234q14 8 28 0' : 'M176 224q24 22 48 0', 5, beard === 'full' ? CREAM[0] : INK),
    glasses ? ink(disc(170, 181, 24) + disc(230, 181, 24) + 'M194 179q6 -5 12 0M146 177l-14 -4M254 177l14 -4', 4) : '',
  )
}

/** A head and shoulders. */
export function portrait(person: Person): string {
  const { skin, shirt, apron, hair } = person
  const covered = hair === 'scarf'
  const bib = solid('M148 420V356q0 -10 10 -10h84q10 0 10 10v64z', RUBBER, 7) + ink('M152 350L136 292M248 350L264 292', 11)
  const collar = covered ? '' : ink('M164 292Q200 336 236 292', 5)
  return group(
    covered ? '' : backHair(person),
    solid('M56 420Q56 300 140 290L200 300L260 290Q344 300 344 420z', shirt, 12),
    covered ? '' : solid('M170 236h60v56q-30 34 -60 0z', skin, 12),
    apron ? bib : collar,
    covered ? backHair(person) : '',
    faceOf(person),
    frontHair(person),
  )
}
