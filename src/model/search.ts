import { z } from 'zod'
import { bool, int, list, text } from './php.ts'

/** Search response, section 2.14. */
export const searchSchema = z.looseObject({
  search: text,
  limit: int,
  offset: int,
  totalResults: int,
  moreResults: bool,
  results: list(z.looseObject({ dataType: text, title: text, url: text })),
})
