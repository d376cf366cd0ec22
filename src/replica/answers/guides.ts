import { ContentError } from '../../errors.ts'
import { NAMES_PRIVACY, saysPrivate } from '../../model/visibility.ts'
import { storedExtra } from './extras.ts'
import { fieldOf, listOf, numberIn } from '../fields.ts'
import { isSecret, listing, parsed, refusalOf, translated } from './records.ts'
import { asDerived, type Ask, type Handler, missing, PRIVATE } from '../reply.ts'

const filteredGuides = listing('guides', (rows, { query: { filter, modifiedSince } }) =>
  filter.length === 0 && modifiedSince <= 0
    ? rows
    : rows.filter(({ type, modifiedAt }) => (filter.length === 0 || filter.includes(type)) && modifiedAt >= modifiedSince),
)

/** `GET /guides`, section 4.7. `guideids` ignores the other parameters (api-facts, Lists). */
export const guides: Handler = async (ask) => {
  if (!ask.query.guideids) return filteredGuides(ask)
  const wanted = new Set(ask.query.guideids)
  const byId = listing('guides', (rows) => rows.filter(({ id }) => wanted.has(id)))
  return byId({ ...ask, query: { ...ask.query, offset: 0, limit: wanted.size, order: undefined } })
}

/** `GET /users/{userid}/guides`, section 4.5: as crawled, otherwise those with this author in the list. */
export const guidesOfUser: Handler = async (ask) =>
  (await storedExtra(ask, 'user-guides', ask.params.userid ?? '')) ?? asDerived(await guidesBy(ask))

const guidesBy = listing('guides', (rows, { params }) => rows.filter(({ userid }) => userid === Number(params.userid)))

/** `GET /guides/{guideid}`, section 4.7. */
export const guide: Handler = async (ask) => {
  const guideid = Number(ask.params.guideid)
  const key = { kind: 'guide', id: String(guideid) } as const
  const bytes = translated(ask.cache, key, ask.query.langid)
  if (!bytes) return refusalOf(ask, key, missing(`Guide ${guideid}`))
  if (isSecret(ask, 'guide', String(guideid))) return PRIVATE
  // Most guides need not be parsed: that costs more than the rest of the answer.
  const text = bytes.toString('latin1')
  const isWhole = ask.query.excludePrerequisiteSteps || !NAMES_PREREQUISITES.test(text)
  if (isWhole && (ask.isAdmin || !NAMES_PRIVACY.test(text))) return { json: bytes, xmlRoot: 'guide' }
  const found = readGuide(ask, guideid)
  if (!found?.isReadable) return PRIVATE
  if (isWhole) return { json: bytes, xmlRoot: 'guide' }
  const steps = [...prerequisiteSteps(ask, found.guide, new Set([guideid])), ...listOf(found.guide, 'steps')]
  return { json: JSON.stringify({ ...found.guide, steps }), xmlRoot: 'guide' }
}

/** `GET /guides/{guideid}/tags`, section 4.2: as stored, or as listed; 403 for a guide that is gone (api-facts, Errors). */
export const tagsOfGuide: Handler = async (ask) => {
  const guideid = Number(ask.params.guideid)
  const found = readGuide(ask, guideid)
  if (!found) return { status: 403, message: 'The tags of this guide may not be read: the guide is not in this cache.' }
  if (!found.isReadable) return PRIVATE
  const text = await ask.cache.recordText({ kind: 'guide-tags', id: String(guideid) })
  if (text !== undefined) return { json: text }
  const item = (await ask.known.list('guides'))?.itemOf(guideid)
  if (fieldOf(item, 'tags') === undefined) return missing('The list of tags of this guide')
  return { json: JSON.stringify(listOf(item, 'tags')), madeOf: 'other answers' }
}

/**
 * The steps of a guide's prerequisites, deepest first, as the service inlines them: with their own `guideid` and `orderby`. A guide that is
 * needed twice, or needs itself, is inlined once; one that is private, damaged or not cached is left out.
 */
function prerequisiteSteps(ask: Ask, guide: object, seen: Set<number>): unknown[] {
  const steps: unknown[] = []
  for (const prerequisite of listOf(guide, 'prerequisites')) {
    const guideid = numberIn(prerequisite, 'guideid')
    if (seen.has(guideid)) continue
    seen.add(guideid)
    const found = readPrerequisite(ask, guideid)
    if (!found?.isReadable) continue
    steps.push(...prerequisiteSteps(ask, found.guide, seen), ...listOf(found.guide, 'steps'))
  }
  return steps
}

function readPrerequisite(ask: Ask, guideid: number): ReturnType<typeof readGuide> {
  try {
    return readGuide(ask, guideid)
  } catch (error) {
    if (error instanceof ContentError) return undefined // a request for the guide itself reports the problem
    throw error
  }
}

function readGuide(ask: Ask, guideid: number) {
  const guide = parsed(ask.cache, { kind: 'guide', id: String(guideid) }, ask.query.langid)
  return typeof guide === 'object' && guide
    ? { guide, isReadable: ask.isAdmin || !(saysPrivate(guide) || isSecret(ask, 'guide', String(guideid))) }
    : undefined
}

/** Matches a key, for the reason given at {@link NAMES_PRIVACY}; a false positive only costs a closer look. */
const NAMES_PREREQUISITES = /"prerequisites"\s*:\s*(?!\[\s*\]|\{\s*\}|false|null)/
