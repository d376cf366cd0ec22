import { z } from 'zod'
import { flag, type OptionSpec, option, plain, wholeNumber } from './option.ts'

/** The options of `benchbook serve`. */
export const SERVING = {
  api: option('Serving', ['serve'], 'Also serve the cache as a read-only Content API 2.0.', flag),
  port: option('Serving', ['serve'], 'The port to listen on.', { value: 'PORT', ...wholeNumber(0, 65_535), fallback: 4321 }),
  host: option('Serving', ['serve'], 'The address to listen on; anything but the default is reachable by others.', {
    ...plain,
    value: 'ADDRESS',
    schema: z.string().regex(/^[\w.:-]+$/),
    fallback: '127.0.0.1',
    expects: 'an address such as 0.0.0.0',
  }),
  hostName: option<string[]>(
    'Serving',
    ['serve'],
    "Host names to answer to, besides this machine's and that of `--site`; others are refused.",
    {
      value: 'LIST',
      schema: z
        .string()
        .transform((text) => text.split(',').map((name) => name.trim()))
        .pipe(z.array(z.string().regex(/^[\w.-]+$/))),
      fallback: [],
      expects: 'a list of names such as guides.example.org,workshop',
    },
  ),
  public: option('Serving', ['serve'], 'Let others reach a site whose service requires a token.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
