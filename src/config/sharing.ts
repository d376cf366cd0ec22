import { z } from 'zod'
import { type OptionSpec, option, plain } from './option.ts'

/** How several workers share a crawl. */
export const SHARING = {
  queue: option(
    'Workers',
    ['crawl', 'status'],
    'Share the crawl with other workers through this Redis; `BENCHBOOK_QUEUE` keeps its password out of sight.',
    {
      ...plain,
      value: 'URL',
      schema: z
        .string()
        .regex(/^rediss?:\/\/[^/\s]+(?:\/\d*)?$/)
        .refine((text) => URL.canParse(text)),
      expects: 'an address such as redis://redis.example.org:6379',
    },
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
