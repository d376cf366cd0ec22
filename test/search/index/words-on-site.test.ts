import { expect, test } from 'vitest'
import { wordsOnSite } from '../../../src/search/index/words-on-site.ts'

const synonyms = [
  ['tyre', 'tire'],
  ['kids', 'child'],
  ['cell phone', 'phone'],
  ['lubricate', 'grease'],
  ['plough', 'plow'],
  ['やかん', 'ケトル'],
]

test('of synonyms those are looked for that the site has: as they stand, as several, or long ones in another form', () => {
  const site = wordsOnSite({ ignored: ['the'], synonyms }, ['tyres', 'tired', 'Child’s', 'phones', 'lubrication'])
  expect(site.synonyms).toEqual([synonyms[0], synonyms[1], synonyms[2], synonyms[3], synonyms[5]])
  expect(site.absent).toEqual(['tire', 'kids', 'cell phone', 'grease'])
  expect(site.elsewhere).toEqual(['plough', 'plow'])
  expect(site.ignored).toEqual(['the'])
})
