import { expect, test } from 'vitest'
import { letterOf } from '../../../src/views/catalog/letter.ts'

test.each([
  ['éclair', 'E'],
  ['“Quoted”', 'Q'],
  ['3D Printer', '0–9'],
  ['Ёлка', 'Е'],
  ['冷蔵庫', ''],
  ['', ''],
  ['!!!', ''],
])('%s stands under "%s"', (name, letter) => expect(letterOf(name, 'en')).toBe(letter))
