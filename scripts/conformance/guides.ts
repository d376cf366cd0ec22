import type { Check } from './check.ts'
import { must, NotShown, sameItems } from './law.ts'
import { guideDetail, guideItems, strings } from './shapes.ts'

const stepids = ({ steps }: { steps: { stepid: number }[] }) => steps.map(({ stepid }) => stepid)

export const GUIDE_CHECKS: readonly Check[] = [
  {
    name: 'guide: the detail has the fields of the specification and the guideid asked for',
    async run(_, known) {
      for (const { guideid, title } of (await known.guides()).slice(0, 10)) {
        const guide = await known.guide(guideid)
        must(guide.guideid === guideid && guide.title === title, `guide ${guideid} says it is ${guide.guideid} "${guide.title}"`)
      }
    },
  },
  {
    name: 'guide: steps of prerequisites are inlined before its own, with their own guideid',
    async run(peer, known) {
      const hasSteps = ({ steps }: { steps: unknown[] }) => steps.length > 0
      const own = await known.guideWith(
        (guide) => guide.prerequisites.length > 0 && hasSteps(guide),
        'no guide that was looked at has a prerequisite',
      )
      const whole = await peer.read(`/guides/${own.guideid}`, guideDetail)
      must(sameItems(stepids(whole).slice(-own.steps.length), stepids(own)), 'its own steps do not come last, whole and in order')
      const before = whole.steps.slice(0, -own.steps.length)
      must(
        before.every(({ guideid }) => guideid !== own.guideid),
        'a step of its own stands among those of the prerequisites',
      )
      for (const { guideid } of own.prerequisites) {
        const { status } = await peer.ask(`/guides/${guideid}?excludePrerequisiteSteps`)
        if (status !== 200) continue // private or gone: the service leaves it out
        const { steps } = await known.guide(guideid)
        const inlined = new Set(before.map(({ stepid }) => stepid))
        must(
          steps.every(({ stepid }) => inlined.has(stepid)),
          `steps of prerequisite ${guideid} are missing`,
        )
      }
    },
  },
  {
    name: 'guide: excludePrerequisiteSteps leaves its own steps only, even as "=false"',
    async run(peer, known) {
      const own = await known.guideWith(({ prerequisites }) => prerequisites.length > 0, 'no guide that was looked at has a prerequisite')
      must(
        own.steps.every(({ guideid }) => guideid === own.guideid),
        'there is a step of another guide',
      )
      const off = await peer.read(`/guides/${own.guideid}?excludePrerequisiteSteps=false`, guideDetail)
      must(sameItems(stepids(off), stepids(own)), '"=false" turns it off, and on real services nothing does')
    },
  },
  {
    name: 'guide: langid gives the translation, a language that is missing the source language',
    async run(peer, known) {
      const langOf = (guide: { langid?: string | undefined; locale: string }) => (guide.langid ?? guide.locale).toLowerCase()
      const isTranslated = ({ available_langids: langids }: { available_langids?: string[] | undefined }) => (langids?.length ?? 0) > 1
      const source = await known.guideWith(isTranslated, 'no guide that was looked at has a translation')
      const other = source.available_langids?.find((langid) => langid.toLowerCase() !== langOf(source)) ?? ''
      const translation = await peer.read(`/guides/${source.guideid}?langid=${other}`, guideDetail)
      must(sameLanguage(langOf(translation), other), `asked for ${other}, got ${langOf(translation)}`)
      const missing = await peer.read(`/guides/${source.guideid}?langid=eo`, guideDetail)
      must(langOf(missing) === langOf(source), `asked for a language that is missing, got ${langOf(missing)}`)
    },
  },
  {
    name: 'guide: its tags are a list of texts, the same as the list of guides names',
    async run(peer, known) {
      for (const { guideid, tags } of (await known.guides()).slice(0, 5)) {
        const own = await peer.read(`/guides/${guideid}/tags`, strings)
        if (tags !== undefined) must(sameItems(own.toSorted(), (tags || []).toSorted()), `guide ${guideid} has the tags ${own.join(', ')}`)
      }
    },
  },
  {
    name: 'guide: a private one is 403 to a stranger, and 200 with the token',
    async run(peer) {
      if (!peer.hasToken) throw new NotShown('without a token no private guide is known')
      const guides = await peer.read('/guides?limit=200&includePrivate=true', guideItems, { asAdmin: true })
      const hidden = guides.find((guide) => !guide.public)
      if (!hidden) throw new NotShown('the first page of guides has no private one')
      await peer.refusal(`/guides/${hidden.guideid}`, [403])
      await peer.read(`/guides/${hidden.guideid}`, guideDetail, { asAdmin: true })
    },
  },
]

/** Japanese can be `jp` or `ja`. */
const sameLanguage = (a: string, b: string): boolean => a.replace('jp', 'ja') === b.toLowerCase().replace('jp', 'ja')
