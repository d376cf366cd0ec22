import { expect, test } from 'vitest'
import { wordsOnSite } from '../../../src/search/index/words-on-site.ts'

const alike = [
  ['tyre', 'tire'],
  ['kids', 'child'],
  ['cell phone', 'phone'],
  ['lubricate', 'grease'],
  ['plough', 'plow'],
  ['やかん', 'ケトル'],
]

test('of words alike those are looked for that the site has: as they stand, as several, or long ones in another form', () => {
  const site = wordsOnSite({ ignored: ['the'], alike }, ['tyres', 'tired', 'Child’s', 'phones', 'lubrication'])
  expect(site.alike).toEqual([alike[0], alike[1], alike[2], alike[3], alike[5]])
  expect(site.absent).toEqual(['tire', 'kids', 'cell phone', 'grease'])
  expect(site.elsewhere).toEqual(['plough', 'plow'])
  expect(site.ignored).toEqual(['the'])
})
