import { nameOf } from '../people/author.ts'
import type { Guide, Step } from '../../model/guide.ts'
import { languageTag } from '../../model/language.ts'
import type { Product } from '../../model/media.ts'
import { pageAt, pathOf, stepAnchor } from '../../routes.ts'
import { absolute } from '../site/head.ts'
import type { Picture } from '../media/picture.ts'
import type { Site } from '../site/site.ts'
import { type StepView, textOf } from './steps.ts'
import type { Span } from '../site/time.ts'

interface Parts {
  guide: Guide
  steps: readonly Step[]
  views: readonly StepView[]
  picture: Picture | undefined
  time: Span | undefined
}

/** A guide as a schema.org HowTo. */
export function howTo(site: Site, { guide, steps, views, picture, time }: Parts): Record<string, unknown> {
  const url = absolute(site, pageAt(site, pathOf({ kind: 'guide', guideid: guide.guideid })))
  return {
    '@type': 'HowTo',
    name: guide.title,
    ...((guide.langid || guide.locale) && { inLanguage: languageTag(guide.langid || guide.locale) }),
    ...(guide.summary && { description: guide.summary }),
    ...(picture && { image: absolute(site, picture.full) }),
    ...(time?.iso && { totalTime: time.iso }),
    ...(guide.author?.username && { author: { '@type': 'Person', name: nameOf(guide.author.username) } }),
    ...(guide.modified_date > 0 && { dateModified: new Date(guide.modified_date * 1000).toISOString() }),
    ...(site.licence?.url && { license: site.licence.url }),
    ...(guide.tools.length > 0 && { tool: guide.tools.map(named('HowToTool')) }),
    ...(guide.parts.length > 0 && { supply: guide.parts.map(named('HowToSupply')) }),
    step: steps.map((step, at) => ({
      '@type': 'HowToStep',
      position: at + 1,
      ...(step.title && { name: step.title }),
      url: `${url}#${stepAnchor(at + 1)}`,
      ...pictureIn(site, views[at]),
      text: step.lines.map(textOf).filter(Boolean).join('\n'),
    })),
  }
}

const named =
  (type: string) =>
  ({ text }: Product) => ({ '@type': type, name: text })

function pictureIn(site: Site, view: StepView | undefined): { image?: string } {
  const first = view?.media.kind === 'pictures' ? view.media.pictures[0] : undefined
  return first ? { image: absolute(site, first.src) } : {}
}
