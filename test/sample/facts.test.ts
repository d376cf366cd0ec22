import { describe, expect, test } from 'vitest'
import type { Facts } from './facts/fact.ts'
import { guideFacts, stepFacts } from './facts/guide.ts'
import { htmlFacts, languageFacts, listFacts, mediaFacts } from './facts/lists.ts'
import { hierarchyFacts, wikiFacts } from './facts/wiki.ts'

// Behaviour of real services beyond the written specification, by section: the sample site shows each once.
const SECTIONS: Record<string, Facts> = {
  Guide: guideFacts,
  'Steps, lines, media': stepFacts,
  Wiki: wikiFacts,
  Hierarchy: hierarchyFacts,
  'Lists and comments': listFacts,
  'Errors, languages, limits': languageFacts,
  Media: mediaFacts,
  'Rendered HTML': htmlFacts,
}

describe.each(Object.entries(SECTIONS))('%s', (_section, facts) => {
  test.each(Object.entries(facts))('%s', (_sentence, shownBy) => {
    expect(shownBy(), 'no record of the sample shows this').toBeTruthy()
  })
})
