import { OBJECT_CAPTIONS, SINGLE_CAPTIONS } from './captions.ts'

/** One picture of the sample site, before it has any pixels. */
export interface Picture {
  key: string
  id: number
  alt: string
  ratio: 'FOUR_THREE' | 'VARIABLE'
  /** Pixels of the original. */
  width: number
  height: number
  /** The variants that its Image object names. */
  variants: readonly Variant[]
}

/** Widths in pixels of the sizes that a service makes of an original. */
export const VARIANT_WIDTHS = {
  mini: 56,
  thumbnail: 96,
  '140x105': 140,
  '200x150': 200,
  standard: 300,
  '440x330': 440,
  medium: 592,
  large: 800,
  huge: 1600,
} as const
export type Variant = keyof typeof VARIANT_WIDTHS | 'original'

const SMALL: Variant[] = ['mini', 'thumbnail', 'standard', 'medium', 'original']
const GUIDE: Variant[] = ['mini', 'thumbnail', '140x105', '200x150', 'standard', '440x330', 'medium', 'large', 'original']
const GUIDE_HUGE: Variant[] = [...GUIDE.slice(0, -1), 'huge', 'original']
const STEP: Variant[] = ['mini', 'thumbnail', '140x105', 'standard', 'medium', 'large', 'original']
const STEP_HUGE: Variant[] = [...STEP.slice(0, -1), 'huge', 'original']
const LARGE: Variant[] = ['mini', 'thumbnail', 'standard', 'medium', 'large', 'huge', 'original']
const UNFINISHED: Variant[] = ['mini', 'thumbnail', 'standard', 'original']

type Sketch = Omit<Picture, 'id'>

function fourThree(key: string, alt: string, variants: Variant[], width = 800): Sketch {
  return { key, alt, ratio: 'FOUR_THREE', width, height: (width * 3) / 4, variants }
}

function variable(key: string, alt: string, variants: Variant[], width: number, height: number): Sketch {
  return { key, alt, ratio: 'VARIABLE', width, height, variants }
}

function square(key: string, alt: string): Sketch {
  return variable(key, alt, SMALL, 592, 592)
}

/** As on real services, a good part has no `huge`, and the other sizes of one upload (the umbrella) are still being made. */
const objects = Object.entries(OBJECT_CAPTIONS).flatMap(([key, captions], index) => {
  const [whole, step, width] = index % 2 ? [GUIDE_HUGE, STEP_HUGE, 1600] : [GUIDE, STEP, 800]
  return [
    fourThree(key, captions.whole, key === 'umbrella' ? UNFINISHED : whole, width),
    fourThree(`${key}-open`, captions.open, step, width),
    fourThree(`${key}-marked`, captions.marked, STEP),
  ]
})

const sketches: Sketch[] = [
  ...objects,
  ...Object.entries(SINGLE_CAPTIONS).map(([key, alt]) => fourThree(key, alt, STEP)),
  ...Array.from({ length: 12 }, (_, index) => square(`user-${index + 1}`, 'Drawn portrait of a member of the workshop')),
  square('team-1', 'Emblem of the bicycle team: a wheel'),
  square('team-2', 'Emblem of the electrics team: a plug and a spark'),
  square('team-3', 'Emblem of the textile team: a spool and a needle'),
  square('logo', 'The Mendery: a mended cup'),
  variable('kettle-exploded', 'Kettle drawn apart: lid, body, seal, heating plate, control and base', LARGE, 1600, 2400),
  variable('bicycle-panorama', 'The workshop wall with two bicycles, a workbench and hanging tools', LARGE, 1600, 640),
  variable('wiring-diagram', 'Wiring of a table lamp: plug, switch in the live wire, lamp socket', LARGE, 1600, 900),
  fourThree('video-poster', 'A screwdriver turning a screw out of a wooden board', GUIDE),
]

/** Every picture of the sample site; ids count from 101. */
export const PICTURES: readonly Picture[] = sketches.map((sketch, index) => ({ id: 101 + index, ...sketch }))

/** The URL of a file that an Image object names but the service no longer has: readers must fall back to the next size. */
export const MISSING = { key: 'toaster-open', variant: 'huge' } as const
