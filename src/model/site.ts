import { z } from 'zod'
import { bareText, ifThere, list, maybe, text } from './php.ts'

/** `GET /sites/info`, if present (api-facts, Errors, languages, limits). */
export const siteSchema = z.looseObject({
  name: text,
  title: text,
  domain: text,
  /** One sentence about the site, if there is one. */
  description: text,
  /** The licence of the content, if the service names it. */
  license: maybe(z.looseObject({ name: text, url: text })),
  logo: ifThere(maybe(z.union([z.string(), z.looseObject({})]))),
  'guide-types': ifThere(list(z.union([bareText, z.looseObject({})]))),
})
export type Site = z.infer<typeof siteSchema>
