import { guidOf } from './address.ts'
import { GROUNDS, ORANGE, RUBBER, STEEL, WOOD } from './palette.ts'
import { sheet } from './scene.ts'
import { at, box, disc, flat, group, ink, round, solid } from './shapes.ts'

/** The sample's video: a screwdriver turns a screw out of a board. */
export const VIDEO = { videoid: 41, width: 640, height: 480, durationMs: 5000, framesPerSecond: 25 } as const

const TURNS = 6
const RISE = 132

export function videoUrl(format: 'mp4' | 'webm'): string {
  return `https://media.mendery.example/vid/${guidOf('video/turning-a-screw')}.${format}`
}

function ease(part: number): number {
  const clamped = Math.min(1, Math.max(0, part))
  return clamped * clamped * (3 - 2 * clamped)
}

/** Stripes on a turning round body, seen from the side. */
function flutes(turn: number, halfWidth: number, top: number, bottom: number): string {
  const lines = [0, 60, 120, 180, 240, 300].map((step) => {
    const angle = ((step + turn * 360) * Math.PI) / 180
    return Math.cos(angle) > 0.05 ? `M${round(halfWidth * Math.sin(angle))} ${top}V${bottom}` : ''
  })
  return ink(lines.join(''), 6, ORANGE[1])
}

function driver(turn: number): string {
  return group(
    solid('M-11 0L-14 -18L-11 -150H11L14 -18L11 0z', STEEL, 6),
    solid(box(-30, -176, 60, 30, 8), RUBBER, 6),
    solid('M-34 -174Q-56 -220 -48 -290Q-44 -360 -52 -400H52Q44 -360 48 -290Q56 -220 34 -174z', ORANGE, 16),
    flutes(turn, 40, -370, -206),
  )
}

function screwBody(turn: number): string {
  const thread = Array.from({ length: 4 }, (_, index) => `M-18 ${50 + index * 18}L18 ${42 + index * 18}`).join('')
  const slot = round(26 * Math.cos(turn * 2 * Math.PI))
  return group(
    solid('M-14 20H14V112L0 142L-14 112z', STEEL, 6),
    ink(thread, 6),
    solid('M-44 0Q0 -16 44 0L18 30H-18z', STEEL, 8),
    ink(`M${-slot} -2L${slot} -2`, 5),
  )
}

/** The drawing at a moment of the film, as a whole SVG document of 800 × 600. */
export function videoFrame(timeMs: number): string {
  const [wall, light] = GROUNDS.butter
  const landing = ease(timeMs / 700)
  const turning = ease((timeMs - 800) / 3000)
  const leaving = ease((timeMs - 3900) / 900)
  const turn = turning * TURNS
  const head = 392 - RISE * turning - 150 * leaving
  const board = group(
    solid('M60 400H740V540H60z', WOOD, 12),
    ink('M90 440Q240 424 360 444M440 450Q580 430 712 448M90 500Q260 486 368 504M432 500Q600 484 712 506', 3, WOOD[1]),
  )
  return sheet(
    group(
      flat('M0 0h800v600h-800z', wall),
      flat(disc(400, 290, 262), light),
      board,
      solid(box(383, 400, 34, 140, 4), ['#8b5a35', '#5b3a24'], 8),
      at(400, round(head), screwBody(turn)),
      at(400, round(head - 4 - 160 * (1 - landing)), driver(turn), 0, 0.85),
    ),
  )
}
