import { z } from 'zod'
import { enveloped } from './envelope.ts'
import { id, text, timestamp, wholeList } from './php.ts'

/** An entry about a guide: the guide itself, or an object that contains it (api-facts, Forms). */
const aboutGuide = z.union([
  z.looseObject({ guide: z.looseObject({ guideid: id }) }).transform(({ guide }) => ({ guideid: guide.guideid })),
  z.looseObject({ guideid: id }),
])

/** `/users/ID/completions` and `/users/ID/favorites/guides`, section 4.5; the specification does not document the shape. */
export const completionsSchema = enveloped(wholeList(aboutGuide))
export const favoritesSchema = enveloped(wholeList(aboutGuide))

/** `/guides/ID/releases`, section 4.9. */
export const releasesSchema = enveloped(wholeList(z.looseObject({ version: text, title: text, date: timestamp })))
