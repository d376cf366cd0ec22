import { fieldOf, isPublic, listOf, numberIn } from './entry.ts'
import { listing } from './listing.ts'
import { translated } from './records.ts'
import { type Ask, type Handler, missing, type Refusal, stored } from './reply.ts'

const PRIVATE: Refusal = { status: 403, message: 'This guide is private.' }

const filteredGuides = listing('guides', (entries, { query: { filter, modifiedSince } }) =>
  entries.filter(({ type, modifiedAt }) => (filter.length === 0 || filter.includes(type)) && modifiedAt >= modifiedSince),
)

/** `GET /guides`, section 4.7. `guideids` ignores the other parameters (api-facts, Lists). */
export const guides: Handler = async (ask) => {
  if (!ask.query.guideids) return filteredGuides(ask)
  const wanted = new Set(ask.query.guideids)
  const byId = listing('guides', (entries) => entries.filter(({ id }) => wanted.has(id)))
  return byId({ ...ask, query: { ...ask.query, offset: 0, limit: wanted.size, order: undefined } })
}

/** `GET /guides/featured`, section 4.7. */
export const featuredGuides = listing('guides-featured')

/** `GET /users/{userid}/guides`, section 4.5: those whose author the list says they are. */
export const guidesOfUser = listing('guides', (entries, { params }) => entries.filter(({ userid }) => userid === Number(params.userid)))

/** `GET /guides/{guideid}`, section 4.7. */
export const guide: Handler = async (ask) => {
  const guideid = Number(ask.params.guideid)
  const found = await readGuide(ask, guideid)
  if (!found) return missing(`Guide ${guideid}`)
  if (!found.isReadable) return PRIVATE
  if (ask.query.excludePrerequisiteSteps || listOf(found.guide, 'prerequisites').length === 0) return { json: found.text }
  const before = await prerequisiteSteps(ask, found.guide, new Set([guideid]))
  return { json: JSON.stringify({ ...found.guide, steps: [...before, ...listOf(found.guide, 'steps')] }) }
}

/**
 * `GET /guides/{guideid}/tags`, section 4.2: as stored, or as the list of guides names them. Of a guide that is gone the service says
 * 403 (api-facts, Errors).
 */
export const tagsOfGuide: Handler = async (ask) => {
  const guideid = Number(ask.params.guideid)
  const found = await readGuide(ask, guideid)
  if (!found) return { status: 403, message: 'The tags of this guide may not be read.' }
  if (!found.isReadable) return PRIVATE
  const text = await ask.cache.recordText({ kind: 'guide-tags', id: String(guideid) })
  return stored(text ?? (await tagsInList(ask, guideid)), 'The list of tags of this guide')
}

async function tagsInList({ lists }: Ask, guideid: number): Promise<string | undefined> {
  const entry = (await lists.entries('guides'))?.find(({ id }) => id === guideid)
  const [item] = entry ? await lists.items('guides', [entry]) : []
  return fieldOf(item, 'tags') === undefined ? undefined : JSON.stringify(listOf(item, 'tags'))
}

/**
 * The steps of a guide's prerequisites, deepest first, as the service inlines them: with their own `guideid` and `orderby`. A guide
 * that is needed twice, or needs itself, is inlined once; one that is private or not cached is left out.
 */
async function prerequisiteSteps(ask: Ask, guide: object, seen: Set<number>): Promise<unknown[]> {
  const steps: unknown[] = []
  for (const prerequisite of listOf(guide, 'prerequisites')) {
    const guideid = numberIn(prerequisite, 'guideid')
    if (seen.has(guideid)) continue
    seen.add(guideid)
    const found = await readGuide(ask, guideid)
    if (!found?.isReadable) continue
    steps.push(...(await prerequisiteSteps(ask, found.guide, seen)), ...listOf(found.guide, 'steps'))
  }
  return steps
}

async function readGuide({ cache, query, isAdmin }: Ask, guideid: number) {
  const text = await translated(cache, { kind: 'guide', id: String(guideid) }, query.langid)
  if (text === undefined) return undefined
  const guide: unknown = JSON.parse(text)
  return typeof guide === 'object' && guide ? { text, guide, isReadable: isAdmin || isPublic(guide) } : undefined
}
