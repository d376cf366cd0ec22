// A process that does with one large answer what pages and search would do with it, and says what that took. It is ended from outside when
// it takes too long; see parse-sandbox.ts.
import type { z } from 'zod'
import { guideSchema } from '../model/guide.ts'
import { HtmlBudget } from '../model/html-limits.ts'
import { parse } from '../model/parse.ts'
import { userSchema } from '../model/user.ts'
import { wikiSchema } from '../model/wiki.ts'
import { type RenderContext, sourceToText, toHtml } from '../render/to-html.ts'
import type { Question } from './parse-sandbox.ts'

const SCHEMAS = new Map<string, z.ZodType>([
  ['guide', guideSchema],
  ['wiki', wikiSchema],
  ['user', userSchema],
])

/** A site without a record: what a link leads to is not what its text costs. */
const contextOf = (budget: HtmlBudget): RenderContext => ({
  origins: [],
  taken: new Set(),
  hrefOf: () => undefined,
  mediaOf: () => undefined,
  original: (href) => href,
  budget,
  videoLabel: '',
})

/** Every text of an answer, with the name of the field that it stands in, by a list of what is still to be looked at: answers are deep. */
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
  const context = contextOf(new HtmlBudget())
  for (const { field, text: found } of textsIn(answer)) {
    const source = field.endsWith('_raw') ? { rendered: '', raw: found } : { rendered: found, raw: '' }
    toHtml(source, context)
    sourceToText(source)
  }
}

// Whoever asked may be gone.
const say = (what: number | 'ready'): void => void process.send?.(what, () => undefined)

process.on('message', ({ kind, text }: Question) => {
  const before = process.cpuUsage()
  try {
    read(kind, text)
  } catch {
    // Whoever reads it next meets the same error, and knows what to do with it.
  }
  const { user, system } = process.cpuUsage(before)
  say((user + system) / 1000)
})
say('ready')
