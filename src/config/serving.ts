import { z } from 'zod'
import { flag, type OptionSpec, option, plain, wholeNumber } from './option.ts'

/** The options of `benchbook serve`. */
export const SERVING = {
  api: option('Serving', ['build', 'serve'], 'The cache as a read-only Content API 2.0 as well: served, or built as files.', flag),
  port: option('Serving', ['serve'], 'The port to listen on.', { value: 'PORT', ...wholeNumber(0, 65_535), fallback: 4321 }),
  host: option('Serving', ['serve'], 'The address of this machine to listen at; with any but the default one others can reach it.', {
    ...plain,
    value: 'ADDRESS',
    schema: z.string().regex(/^[\w.:-]+$/),
    fallback: '127.0.0.1',
    expects: 'an address such as 0.0.0.0',
  }),
  hostName: option<string[]>(
    'Serving',
    ['serve'],
    'Names of this server, besides those of this machine and of `--site`; who asks for another is refused.',
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
  public: option('Serving', ['serve'], 'Let others reach a site whose service answers nobody without a token.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
