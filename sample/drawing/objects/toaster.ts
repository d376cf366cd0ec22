import { board, capacitor, chip, screw, spring, wire } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function toast(x: number, y: number): string {
  const slice = `M${x} ${y + 40}q-16 -50 40 -52h90q56 2 40 52v120h-170z`
  return group(solid(slice, WOOD, 12), flat(`M${x + 20} ${y + 50}q-12 -38 24 -40h76q34 4 24 40v100h-124z`, MUSTARD[0]))
}

function whole(): string {
  return group(
    shadow(400, 500, 270),
    wire('M190 470Q110 490 96 450T40 440', RUBBER, 9),
    toast(222, 150),
    toast(406, 128),
    solid(box(226, 478, 60, 22, 8), RUBBER, 5),
    solid(box(514, 478, 60, 22, 8), RUBBER, 5),
    solid(box(168, 240, 464, 246, 70), SKY, 24),
    solid(box(196, 252, 408, 26, 13), RUBBER, 6),
    ink('M196 330Q192 390 206 440', 9, '#ffffff'),
    solid(box(622, 300, 20, 120, 8), RUBBER, 4),
    solid(box(606, 322, 62, 30, 12), ORANGE, 7),
    solid(disc(508, 404, 40), CREAM, 8),
    ink('M508 404L530 376', 6),
    ...[330, 366, 402].map((x) => solid(disc(x, 410, 12), x === 330 ? ORANGE : CREAM, 4)),
    ink('M268 346h180M268 362h120', 3, SKY[1]),
  )
}

function inside(): string {
  const frame = box(84, 110, 632, 390, 46)
  const heater = Array.from({ length: 8 }, (_, index) => `M140 ${178 + index * 28}h220`).join('')
  return group(
    below(frame),
    solid(frame, SKY, 16),
    solid(box(112, 138, 576, 334, 26), RUBBER, 0),
    solid(box(132, 156, 236, 254, 6), CREAM, 8),
    ink(heater, 9),
    ink(heater, 4, ORANGE[0]),
    ink('M150 156v254M350 156v254', 5, STEEL[1]),
    tube('M132 436h318', STEEL, 12),
    spring(414, 160, 240, 30, 11, 90),
    tube('M438 156v296', STEEL, 9),
    solid(box(396, 300, 74, 34, 8), ORANGE, 7),
    board(490, 164, 176, 280, SAGE),
    solid(box(512, 318, 74, 66, 8), SKY, 8),
    ink('M524 332h50M524 346h50M524 360h50', 5, MUSTARD[1]),
    chip(526, 204, 72, 40),
    capacitor(634, 222, 18, MUSTARD),
    capacitor(626, 300, 15, RED),
    wire('M368 392Q440 500 530 424', RED),
    wire('M368 176Q450 120 510 178', SKY),
    screw(102, 130, 11),
    screw(698, 130, 11, 50),
    screw(102, 480, 11, 70),
    screw(698, 480, 11),
    flat(disc(640, 404, 7), INK),
  )
}

export const toaster: ObjectDrawing = {
  ground: 'peach',
  whole,
  open: inside,
  rings: [
    [250, 248, 56],
    [414, 226, 44],
    [549, 351, 56],
  ],
}
