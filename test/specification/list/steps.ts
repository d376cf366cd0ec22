import { ADDRESS, BOOKKEEPING, CODE, ID, PICTURE } from './reasons.ts'
import { at, not, type RecordRows, words } from './row.ts'

const WITH_GUIDE = 'with its guide'

/** Steps, their lines and their media: part 2.4. */
export const STEPS: RecordRows[] = [
  {
    parts: ['2.4'],
    name: 'Step',
    crawled: WITH_GUIDE,
    stored: ['guide'],
    answered: '/guides/11?excludePrerequisiteSteps',
    within: 'steps',
    page: '/guide/11/',
    fields: {
      title: [at('.step-title'), 'text'],
      lines: [at('.lines'), 'text'],
      guideid: [not('it names the guide of an inlined step; each step is on its own guide’s page'), ID],
      stepid: [at('.step', words('s1101')), ID],
      orderby: [at('.step-title', words('Step 7')), ID],
      revisionid: [BOOKKEEPING, CODE],
      media: [at('.step-media', 'file'), PICTURE],
      'media.type': [at('.step-media .step-picture', words('Step 1')), CODE],
      'media.data': [at('.step-media', 'file'), PICTURE],
      comments: [at('.step-comments'), not('comments are not indexed')],
    },
  },
  {
    parts: ['2.4'],
    name: 'Line',
    crawled: WITH_GUIDE,
    stored: ['guide'],
    answered: '/guides/11?excludePrerequisiteSteps',
    within: 'steps.lines',
    page: '/guide/11/',
    fields: {
      text_raw: [not('`text_rendered` is shown; the raw text is rendered if that is missing'), not('the rendered text is indexed')],
      text_rendered: [at('.line-text'), 'text'],
      bullet: [at('.mark', words('Red')), CODE],
      level: [at('.lines .lines .line', words('level-1')), CODE],
      lineid: [ADDRESS, ID],
    },
  },
  {
    parts: ['facts'],
    name: 'Embed',
    crawled: WITH_GUIDE,
    stored: ['guide'],
    answered: '/guides/22?excludePrerequisiteSteps',
    within: 'steps.media.data',
    page: '/guide/22/',
    fields: {
      html: [not('a known player’s frame is built from its address after a click; foreign HTML is never embedded'), CODE],
      url: [at('.embed'), CODE],
      width: [not('a frame takes the width of the page'), CODE],
      height: [not('a frame takes the shape of its place'), CODE],
      title: [at('.embed'), not('it refers to content of another site')],
      provider_name: [at('.embed'), CODE],
    },
  },
]
