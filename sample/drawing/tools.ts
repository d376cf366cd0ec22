import { nut, wire } from './hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, TEAL } from './palette.ts'
import type { SingleDrawing } from './scene.ts'
import { at, box, disc, flat, group, ink, polar, solid, tube } from './shapes.ts'

function plierHalf(side: 1 | -1): string {
  return `<g transform="scale(${side} 1)">${group(
    tube('M0 30Q64 90 62 190Q60 240 74 286', TEAL, 44),
    ink('M50 130q10 40 6 90', 6, '#ffffff', ' opacity="0.6"'),
    solid('M-34 50Q-48 -20 -6 -60L2 -190h30q18 60 18 120Q58 20 20 60z', STEEL, 12),
  )}</g>`
}

function hexKey(x: number, y: number, size: number, width: number): string {
  return tube(`M${x} ${y}v${-size * 2.1}q0 -22 22 -22h${size}`, STEEL, width)
}

function lever(x: number, y: number, turn: number, scale: number): string {
  const shape = 'M-34 -190q34 -34 68 0l-6 270q-2 60 -32 96q-14 12 -22 -6q14 -50 0 -110z'
  return at(
    x,
    y,
    solid(shape, ORANGE, 14) + solid(disc(0, -164, 15), ['#eaf3f6', '#eaf3f6'], 0) + ink('M-14 -110V20M10 -110V20', 5, ORANGE[1]),
    turn,
    scale,
  )
}

/** One drawing a tool, on the sheet of 800 × 600. */
export const TOOLS: Record<string, SingleDrawing> = {
  screwdriver: {
    ground: 'mint',
    draw: () =>
      at(
        400,
        300,
        group(
          solid('M-12 -30L-10 -236L-16 -262H16L10 -236L12 -30z', STEEL, 7),
          solid(box(-34, -46, 68, 34, 10), RUBBER, 6),
          solid('M-38 -14H38Q60 20 52 90Q46 180 54 214Q40 262 0 262T-54 214Q-46 180 -52 90Q-60 20 -38 -14z', ORANGE, 20),
          ink('M-22 14V200M0 14V200M22 14V200', 8, ORANGE[1]),
          ink('M-36 30V150', 7, '#ffffff', ' opacity="0.7"'),
        ),
        40,
      ),
  },
  pliers: {
    ground: 'peach',
    draw: () =>
      at(
        400,
        280,
        group(at(0, 0, plierHalf(-1), 5), at(0, 0, plierHalf(1), -5), nut(0, 0, 26), ink('M-14 -110h28M-14 -124h28M-14 -138h28', 3)),
        30,
        0.92,
      ),
  },
  'soldering-iron': {
    ground: 'mist',
    draw: () =>
      group(
        solid(box(190, 452, 420, 46, 14), RUBBER, 12),
        solid(box(220, 424, 120, 34, 8), MUSTARD, 8),
        ink('M236 436q14 -10 28 0t28 0t28 0', 3, MUSTARD[1]),
        ink('M470 452L500 330M560 452L500 330', 16),
        ink('M470 452L500 330M560 452L500 330', 6, STEEL[0]),
        wire('M606 178Q700 60 790 120', RUBBER, 11),
        at(
          470,
          290,
          group(
            solid('M-238 -5L-190 -12v24L-238 5z', STEEL, 3),
            tube('M-190 0H-60', STEEL, 20),
            solid(box(-66, -30, 34, 60, 8), RUBBER, 6),
            solid('M-34 -26Q60 -40 190 -22q22 22 0 44Q60 40 -34 26z', TEAL, 12),
            ink('M10 -16h120', 6, '#ffffff', ' opacity="0.6"'),
          ),
          -40,
        ),
        ink('M286 400q-16 -20 0 -38t0 -38M262 412q-20 -24 -4 -44', 5, '#9aa9b3'),
      ),
  },
  multimeter: {
    ground: 'butter',
    draw: () =>
      group(
        wire('M350 470Q330 560 220 520T120 330', RED, 10),
        wire('M450 470Q480 560 580 520T680 330', RUBBER, 10),
        at(120, 250, solid(box(-15, -50, 30, 140, 12), RED, 6) + tube('M0 -50V-100', STEEL, 7)),
        at(680, 250, solid(box(-15, -50, 30, 140, 12), RUBBER, 6) + tube('M0 -50V-100', STEEL, 7)),
        solid(box(262, 66, 276, 440, 40), MUSTARD, 18),
        solid(box(286, 92, 228, 110, 12), SAGE, 6),
        ink('M330 122v50M360 122h28v24h-28v26h28M420 122h28v50h-28zM474 172v1', 7),
        solid(disc(400, 320, 84), RUBBER, 12),
        ...Array.from({ length: 9 }, (_, index) =>
          ink(`M${polar(400, 320, 94, 150 + index * 30).join(' ')}L${polar(400, 320, 106, 150 + index * 30).join(' ')}`, 5),
        ),
        at(400, 320, solid(box(-14, -76, 28, 152, 14), CREAM, 6) + ink('M0 -62v30', 6, RED[0]), 30),
        ...[350, 400, 450].map((x) => solid(disc(x, 462, 19), x === 350 ? RED : RUBBER, 5) + flat(disc(x, 462, 8), INK)),
      ),
  },
  'allen-key': {
    ground: 'mint',
    draw: () =>
      group(
        at(-10, 30, hexKey(240, 480, 150, 34)),
        at(10, 30, hexKey(380, 480, 110, 26)),
        at(20, 30, hexKey(500, 480, 80, 19)),
        solid(box(190, 438, 372, 62, 16), ORANGE, 12),
        solid(disc(230, 469, 11), CREAM, 0),
        ink('M280 469h230', 6, ORANGE[1]),
      ),
  },
  'tyre-lever': { ground: 'mist', draw: () => lever(320, 320, -22, 1.15) + lever(480, 310, 18, 1.15) },
  needle: {
    ground: 'peach',
    draw: () =>
      group(
        ink('M548 152Q640 60 690 160T560 330T230 330T120 470T300 520', 12),
        ink('M548 152Q640 60 690 160T560 330T230 330T120 470T300 520', 6, ORANGE[0]),
        at(400, 300, solid('M0 250L-12 -170Q-12 -222 0 -222T12 -170z', STEEL, 6) + solid(box(-4, -204, 8, 40, 4), [INK, INK], 0), 45, 1),
        ink('M548 152L542 158', 6, ORANGE[0]),
      ),
  },
  'oil-can': {
    ground: 'butter',
    draw: () =>
      group(
        flat(disc(400, 506, 220, 18), INK, 0.16),
        tube('M520 290Q640 280 630 380T536 440', RUBBER, 18),
        tube('M380 240Q330 130 190 110', STEEL, 16),
        solid('M310 300Q320 216 380 210h60Q500 216 510 300z', STEEL, 14),
        solid(box(276, 296, 268, 204, 26), TEAL, 20),
        solid('M410 340q44 60 44 84a44 44 0 0 1 -88 0q0 -24 44 -84z', MUSTARD, 10),
        ink('M300 330v120', 8, '#ffffff', ' opacity="0.6"'),
        solid(box(384, 188, 52, 26, 8), RUBBER, 5),
        solid('M172 150q20 30 20 42a20 20 0 0 1 -40 0q0 -12 20 -42z', MUSTARD, 5),
      ),
  },
  spudger: {
    ground: 'mint',
    draw: () =>
      group(
        at(
          300,
          300,
          solid('M-26 -230h52l8 60v290q0 90 -34 140q-34 -50 -34 -140v-290z', SKY, 12) + ink('M-14 -150V110M14 -150V110', 4, SKY[1]),
          -18,
        ),
        at(
          500,
          300,
          solid('M-40 -220q40 -26 80 0l-14 90v250l16 90q-42 30 -84 0l16 -90v-250z', RUBBER, 12) +
            ink('M-8 -100V100M10 -100V100', 4, '#857d93'),
          20,
        ),
      ),
  },
}
