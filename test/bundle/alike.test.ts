import { expect, test } from 'vitest'
import { alikeOf } from '../../src/bundle/alike.ts'

const TITLES = ['Inner Tube', 'Kettle', 'Käse', 'Sewing Machine', 'TV']

test.each([
  ['inner tube', 'Inner Tube'],
  ['Iner Tueb', 'Inner Tube'],
  ['Kettel', 'Kettle'],
  ['Kase', 'Käse'],
  ['Sewing Machines', 'Sewing Machine'],
  ['sawing mashine', 'Sewing Machine'],
  ['Spaceship', undefined],
  ['PC', undefined],
  ['', undefined],
])('%s means %s', (title, meant) => {
  expect(alikeOf(title, TITLES)).toBe(meant)
})

test('the nearest of several is meant', () => {
  expect(alikeOf('Kettles', ['Nettles', 'Kettle'])).toBe('Nettles')
  expect(alikeOf('iPhone 12', ['iPhone 13', 'iPhone 12 Pro', 'iphone 12'])).toBe('iphone 12')
})
