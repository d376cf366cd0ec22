import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { MANIFEST_PATH, manifestSchema, mediaFolder, mediaHash, recordPath } from '../../src/cache/layout.ts'
import { commentSchema } from '../../src/model/comment.ts'
import { guideSchema, guideSummarySchema } from '../../src/model/guide.ts'
import { categoryTreeSchema, hierarchyOrderSchema, hierarchySchema } from '../../src/model/hierarchy.ts'
import { imageDetailSchema, videoSchema } from '../../src/model/media.ts'
import { parse } from '../../src/model/parse.ts'
import { list as listOf, text } from '../../src/model/php.ts'
import { siteSchema } from '../../src/model/site.ts'
import { badgeSchema, teamSchema, userSchema } from '../../src/model/user.ts'
import { wikiSchema, wikiSummarySchema } from '../../src/model/wiki.ts'
import { KEYS, list, records, SAMPLE, type Stored, texts } from './read.ts'
import { LIST_NAMES, type ListName, type SiteKind } from '../../src/model/resources.ts'

const manifest = manifestSchema.parse(JSON.parse(readFileSync(SAMPLE + MANIFEST_PATH, 'utf8')))

const SCHEMAS: Record<SiteKind | 'image' | 'video', z.ZodType> = {
  site: siteSchema,
  hierarchy: hierarchySchema,
  'hierarchy-order': hierarchyOrderSchema,
  categories: categoryTreeSchema,
  guide: guideSchema,
  'guide-tags': listOf(text),
  wiki: wikiSchema,
  'wiki-tags': listOf(text),
  user: userSchema,
  'user-badges': listOf(badgeSchema),
  'team-members': listOf(userSchema),
  image: imageDetailSchema,
  video: videoSchema,
}
const ITEM_SCHEMAS: Partial<Record<ListName, z.ZodType>> = {
  guides: guideSummarySchema,
  'guides-featured': guideSummarySchema,
  tags: text,
  teams: teamSchema,
  users: userSchema,
  comments: commentSchema,
}
const MEDIA_URLS = /https:\/\/(?:media|docs)\.mendery\.example\/[\w./-]+/g
const KINDS = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]
const everything = [...KINDS.flatMap((kind) => [...records(kind), ...records(kind, 'translation')]), ...LIST_NAMES.flatMap(list)]
const unreadable = (stored: Stored[], schema: z.ZodType) =>
  stored.map(({ name, value }) => ({ name, ...parse(schema, value) })).filter(({ ok }) => !ok)

describe('the cache is complete', () => {
  test('records.ndjson names exactly the existing files', () => {
    const files = readdirSync(SAMPLE + 'records', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(SAMPLE.length))
    expect(KEYS.map(recordPath).sort()).toEqual(files.sort())
  })

  test('every list has its file, the manifest counts every record', () => {
    expect(readdirSync(SAMPLE + 'lists').sort()).toEqual(LIST_NAMES.map((name) => `${name}.ndjson`).sort())
    const counted = Object.fromEntries(Object.entries(manifest.counts).map(([kind, { fetched }]) => [kind, fetched]))
    for (const kind of new Set(KEYS.map(({ kind }) => kind))) expect(counted[kind]).toBe(KEYS.filter((key) => key.kind === kind).length)
  })

  test.each(KINDS)('every %s is readable', (kind) => {
    const found = [...records(kind), ...records(kind, 'translation')]
    expect(found.length).toBeGreaterThan(0)
    expect(unreadable(found, SCHEMAS[kind])).toEqual([])
  })

  test.each(LIST_NAMES)('every item of %s is readable', (name) => {
    expect(unreadable(list(name), ITEM_SCHEMAS[name] ?? wikiSummarySchema)).toEqual([])
  })

  test('every media address in a record has its file, except the picture that the service has lost', () => {
    const urls = new Set(everything.flatMap(({ value }) => texts(value)).flatMap((found) => found.match(MEDIA_URLS) ?? []))
    const missing = [...urls].filter(
      (url) => !readdirSync(SAMPLE + mediaFolder(mediaHash(url))).some((name) => name.startsWith(mediaHash(url))),
    )
    expect(urls.size).toBeGreaterThan(500)
    expect(missing).toEqual([expect.stringMatching(/\.huge$/)])
  })
})
