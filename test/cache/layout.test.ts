import { sep } from 'node:path'
import { normalize } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { formerRecordPath, mediaPath, recordPath } from '../../src/cache/layout.ts'
import { safeName } from '../../src/model/addresses/safe-name.ts'

const ODD_TITLES = [
  'Dell XPS 15',
  'Dell XPS 15"',
  'dell xps 15',
  'Dell XPS 15 ',
  'Dell XPS 15\u00a0',
  'Dell  XPS 15',
  'Dell XPS 15.',
  'Dell XPS 15?',
  'Dell XPS 15: A/B',
  '\u202aDell XPS 15\u202c',
  'De\u200bll XPS 15',
  'Árbol de la Vida',
  'Arbol de la Vida',
  '薬缶',
  '..',
  '.',
  'CON',
  'a'.repeat(132),
  `${'a'.repeat(131)}b`,
  '../../../etc/passwd',
  '\\windows\\',
  '%2e%2e%2f',
]
const wiki = (title: string) => recordPath({ kind: 'wiki', id: `CATEGORY/${title}` })

describe('the file of a record', () => {
  test('is in a folder for a thousand ids, or named by the hash of its title', () => {
    expect(recordPath({ kind: 'guide', id: '123456' })).toBe('records/guide/123/123456.json')
    expect(recordPath({ kind: 'guide', id: '7', lang: 'de' })).toBe('records/guide/0/7.de.json')
    expect(recordPath({ kind: 'site', id: '' })).toBe('records/site.json')
    expect(wiki('Kettle')).toMatch(/^records\/wiki\/CATEGORY\/[0-9a-f]{2}\/kettle-[0-9a-f]{32}\.json$/)
  })

  test('has a unique name for each odd title, also on case-insensitive file systems', () => {
    const names = ODD_TITLES.map((title) => wiki(title).toLowerCase())
    expect(new Set(names).size).toBe(ODD_TITLES.length)
  })

  test('has a name that is valid on every file system', () => {
    for (const title of ODD_TITLES) expect(wiki(title)).toMatch(/^records\/wiki\/CATEGORY\/[0-9a-f]{2}\/[a-z0-9-]{1,93}\.json$/)
  })

  test('differs for titles that share 32 bits of a hash', () => {
    const [one, other] = ['Kettle==!*?!', 'Kettle)=!,.!']
    expect(safeName(one)).toBe(safeName(other))
    expect(wiki(one)).not.toBe(wiki(other))
  })

  test('is the same for "_" and space, as in the service', () => {
    expect(wiki('Dell_XPS_15')).toBe(wiki('Dell XPS 15'))
  })

  test('never leaves the folder of its kind, whatever its key contains', () => {
    for (const text of ['../../x', '/etc/passwd', '..', `..${sep}x/y`, 'A/../../B', '1'.repeat(400), 'x'.repeat(400)]) {
      for (const key of [{ id: text }, { id: `CATEGORY/${text}` }, { id: '1', lang: text }, { id: `${text}/title`, lang: text }]) {
        const path = recordPath({ kind: 'wiki', ...key })
        expect(normalize(path)).toBe(path)
        expect(path).toMatch(/^records\/wiki\/[\w./-]+$/)
        expect(Math.max(...path.split('/').map((part) => part.length))).toBeLessThan(180)
      }
    }
  })
})

test('the file of a record had another name in format 1 only if it is named by a title', () => {
  expect(formerRecordPath({ kind: 'guide', id: '7', lang: 'de' })).toBeUndefined()
  expect(formerRecordPath({ kind: 'wiki', id: 'CATEGORY/Kettle' })).toMatch(
    /^records\/wiki\/CATEGORY\/[0-9a-f]{2}\/kettle-[0-9a-f]{8}\.json$/,
  )
})

test('a media file is named by its address, its size and the type of its bytes', () => {
  const url = 'https://media.example/igi/a.standard'
  expect(mediaPath(url, { extension: 'jpg', width: 300, height: 225 })).toMatch(/^media\/([0-9a-f]{2})\/\1[0-9a-f]{18}-300x225\.jpg$/)
  expect(mediaPath(url, { extension: 'jpg', width: 300, height: 225, length: 8043 })).toMatch(/-300x225-8043\.jpg$/)
  expect(mediaPath(url, { extension: 'pdf', length: 8043, digest: '0c44a1b2d3e4' })).toMatch(/[0-9a-f]{20}-8043-0c44a1b2d3e4\.pdf$/)
  expect(mediaPath(url, { extension: 'pdf' })).toMatch(/^media\/([0-9a-f]{2})\/\1[0-9a-f]{18}\.pdf$/)
})
