import { z } from 'zod'
import { type Command, httpUrl, type OptionSpec, option, plain, wholeNumber } from './option.ts'

const READERS: Command[] = ['crawl', 'build', 'check', 'serve', 'report', 'bundle', 'cache']

/** Where the cache is kept for several machines. */
export const STORING = {
  store: option(
    'Store',
    READERS,
    'Object storage that has the cache: it is pulled before, and pushed after a crawl; `--cache s3://…` is short for it.',
    {
      ...plain,
      value: 'URL',
      schema: z
        .string()
        .regex(/^$|^s3:\/\/[\w.-]+(?:\/[\w.-]+)*\/?$/)
        .transform((text) => text.replace(/\/$/, '')),
      expects: 'an address such as s3://bucket/prefix',
    },
  ),
  s3Endpoint: option(
    'Store',
    READERS,
    'The address of the object storage; AWS_ENDPOINT_URL says it too. Without either it is that of AWS.',
    {
      value: 'URL',
      schema: httpUrl,
      fallback: '',
      expects: 'an http or https address such as https://s3.example.org',
    },
  ),
  graceHours: option('Store', ['cache'], 'Leave alone what is younger than this when pruning: a push may be under way.', {
    value: 'HOURS',
    ...wholeNumber(0, 100_000),
    fallback: 24,
  }),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
