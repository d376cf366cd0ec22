import { describe, expect, test } from 'vitest'
import { guideOf as guide } from '../documents.ts'
import { searchForAll } from '../opened.ts'

const english = searchForAll([
  guide(1, 'Kettle switch', 'The disc is tired. It is based on a coil.'),
  guide(2, 'Wheel', 'Take both tires off. The tyre is flat.'),
  guide(3, 'Hub', 'Bearings in it, and grease.'),
  guide(4, 'Bench', 'Bear with us, the tires are tired.'),
  guide(5, 'Lid', 'It is jammed.'),
  guide(6, 'V-Brake', 'Of a rim.'),
  guide(7, 'Rim brake', 'Of a wheel.'),
])
const german = searchForAll(
  [
    guide(1, 'Battery Replacement', 'Take the battery out.'),
    guide(2, 'Laptopakku wechseln', 'Er ist leer.', 'de'),
    guide(3, 'Telefon', 'Der Akku ist leer.', 'de'),
  ],
  'de',
)

describe('what is said of a result', () => {
  test('is nothing where the page has the word itself, in part, or with a sign in it', async () => {
    expect((await english.find('v brake')).find(({ title }) => title === 'V-Brake')).toMatchObject({ synonyms: [], missingWords: [] })
    for (const title of ['Laptopakku wechseln', 'Telefon'])
      expect((await german.find('Akku leer')).find((hit) => hit.title === title)).toMatchObject({ synonyms: [], missingWords: [] })
  })
})
