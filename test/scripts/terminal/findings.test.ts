import { expect, test } from 'vitest'
import { findingsInWords } from '../../../scripts/terminal/findings.ts'

test('findings stand under their kinds, with some of their pages', () => {
  const findings = [
    { kind: 'dead link' as const, what: '/gone/ does not exist', pages: ['a.html', 'b.html', 'c.html', 'd.html', 'e.html'] },
    { kind: 'repeated id' as const, what: 'x', pages: ['a.html'] },
  ]
  expect(findingsInWords(findings)).toEqual([
    '  1 dead link',
    '    /gone/ does not exist (on a.html, b.html, c.html and 2 more)',
    '  1 repeated id',
    '    x (on a.html)',
  ])
})

test('a file that is itself what was found is named once', () => {
  const damaged = { kind: 'damaged file' as const, what: 'media/a.png', pages: ['media/a.png'] }
  expect(findingsInWords([damaged])).toEqual(['  1 damaged file', '    media/a.png'])
})

test('no more than ten of a kind are shown', () => {
  const findings = Array.from({ length: 12 }, (_, at) => ({ kind: 'dead link' as const, what: `/${at}/`, pages: ['a.html'] }))
  const lines = findingsInWords(findings)
  expect(lines).toHaveLength(1 + 10 + 1)
  expect(lines.at(-1)).toBe('    and 2 more; --json has them all')
})
