import type { Guide, Line, Step } from '../../model/guide.ts'
import type { RenderContext } from '../../render/relink.ts'
import { type Html, sourceToText, toInlineHtml } from '../../render/to-html.ts'
import type { Words } from '../../words/speak.ts'
import { serviceStepAnchor, stepAnchor } from '../../routes.ts'
import { commentViews } from '../people/comments.ts'
import { stepMediaOf } from '../media/media.ts'
import { shortened } from '../site/presentable.ts'
import type { Site } from '../site/site.ts'
import { type Mark, markOf } from '../site/words.ts'
import { onceFor } from '../trace/tracked-site.ts'

/** A line with its nested lines. */
export interface LineView {
  html: Html
  /** 0 to 2. */
  level: number
  mark: Mark
  below: LineView[]
}

/**
 * A guide's own steps in order, without duplicates: by `orderby` if every step has it, otherwise in the service's order. Inlined steps of
 * prerequisites are left to their own page, unless that guide has no page.
 */
export function ownSteps(site: Site, guide: Guide): Step[] {
  const seen = new Set<number>()
  const own = guide.steps.filter(({ guideid, stepid }) => {
    const foreign = guideid !== 0 && guideid !== guide.guideid && site.catalog.guides.has(guideid)
    const again = stepid !== 0 && seen.has(stepid)
    seen.add(stepid)
    return !foreign && !again
  })
  const places = new Map(own.map((step) => [step, step.guideid === guide.guideid ? step.orderby : null]))
  const placeOf = (step: Step): number => places.get(step) ?? 0
  return [...places.values()].includes(null) ? own : own.sort((a, b) => placeOf(a) - placeOf(b))
}

/** Comments on a guide that are not on one of its steps; a service may return those in both places. */
export function commentsBeside(guide: Guide, steps: readonly Step[]): Guide['comments'] {
  const ofSteps = new Set(steps.flatMap(({ comments }) => comments.map(({ commentid }) => commentid)))
  return guide.comments.filter(({ commentid }) => !ofSteps.has(commentid))
}

/** One step of a guide's page. */
export type StepView = ReturnType<typeof stepView>

export function stepView(
  site: Site,
  step: Step,
  number: number,
  { title, context, anchors }: { title: string; context: RenderContext; anchors: ReadonlySet<string> },
) {
  return {
    /** From 1. */
    number,
    /** The anchor, `step-3`. */
    id: stepAnchor(number),
    /** The service's anchor, `s123`; '' if the service gives no id. */
    serviceId: step.stepid ? serviceStepAnchor(step.stepid) : '',
    /** Often ''. */
    title: step.title,
    lines: nested(site, step.lines, context, anchors),
    media: stepMediaOf(site, step.media, altOf(site, step, number), context),
    comments: commentViews(site, step.comments, context, { title, headingStart: 4 }),
  }
}

/** `Step 3: Remove the lid`. */
export const stepTitle = (words: Words, number: number, title: string): string =>
  title ? words.say('step.titled', { number, title }) : words.say('step.number', { number })

/** The maximum length of the line used as a picture's description. */
const ALT_LENGTH = 110

/** The `alt` text of a step's picture if the service has none: the step's title, or the start of its first line. */
function altOf({ words }: Site, step: Step, number: number): string {
  const said = step.title || step.lines.map(textOf).find(Boolean) || ''
  return stepTitle(words, number, shortened(said, ALT_LENGTH))
}

/** A line without its markup: the page, its data and its search document ask for the same ones. */
export const textOf = onceFor(({ text_rendered, text_raw }: Line) => sourceToText({ rendered: text_rendered, raw: text_raw }))

/** Lines as a tree by level; skipped levels are not filled in. */
function nested({ words }: Site, lines: readonly Line[], context: RenderContext, anchors: ReadonlySet<string>): LineView[] {
  const top: LineView[] = []
  const open: LineView[] = []
  for (const line of lines) {
    const level = Math.min(2, Math.max(0, line.level))
    const html = toInlineHtml({ rendered: line.text_rendered, raw: line.text_raw }, context, { anchors })
    const view: LineView = { html, level, mark: markOf(words, line.bullet), below: [] }
    while ((open.at(-1)?.level ?? -1) >= level) open.pop()
    ;(open.at(-1)?.below ?? top).push(view)
    open.push(view)
  }
  return top
}
