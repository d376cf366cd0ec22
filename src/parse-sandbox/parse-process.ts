// A process that parses and renders one large answer like pages and search would, and reports the cost. It is killed when it takes too
// long; see parse-sandbox.ts.
import type { z } from 'zod'
import { guideSchema } from '../model/guide.ts'
import { HtmlBudget } from '../model/html-limits.ts'
import { parse } from '../model/parse.ts'
import { userSchema } from '../model/user.ts'
import { wikiSchema } from '../model/wiki.ts'
import { type RenderContext, sourceToText, toHtml } from '../render/to-html.ts'
import type { Question } from './parse-sandbox.ts'

const SCHEMAS = new Map<string, z.ZodType>(Object.entries({ guide: guideSchema, wiki: wikiSchema, user: userSchema }))

/** A site without records: link targets do not affect the cost of a text. */
const NO_SITE: RenderContext = {
  origins: [],
  hrefOf: () => undefined,
  mediaOf: () => undefined,
  original: (href) => href,
  videoLabel: '',
}

/** All texts of an answer with the names of their fields, iteratively: answers can be deeply nested. */
function* textsIn(answer: unknown): Generator<{ field: string; text: string }> {
  const open = [{ field: '', value: answer }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { field, value } = next
    if (typeof value === 'string') yield { field, text: value }
    else if (Array.isArray(value)) for (const item of value) open.push({ field, value: item })
    else if (typeof value === 'object' && value)
      for (const name in value) open.push({ field: name, value: value[name as keyof typeof value] })
  }
}

function read(kind: string, text: string): void {
  const answer: unknown = JSON.parse(text)
  const schema = SCHEMAS.get(kind)
  if (schema) parse(schema, answer)
  const context = { ...NO_SITE, taken: new Set<string>(), budget: new HtmlBudget() }
  for (const { field, text: found } of textsIn(answer)) {
    const source = field.endsWith('_raw') ? { rendered: '', raw: found } : { rendered: found, raw: '' }
    toHtml(source, context)
    sourceToText(source)
  }
}

// The parent may be gone.
const say = (what: number | 'ready') => process.send?.(what, () => undefined)

process.on('message', ({ kind, text }: Question) => {
  const before = process.cpuUsage()
  try {
    read(kind, text)
  } catch {
    // The next reader meets the same error, and handles it.
  }
  const { user, system } = process.cpuUsage(before)
  say((user + system) / 1000)
})
say('ready')
