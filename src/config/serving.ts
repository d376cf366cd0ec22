import { z } from 'zod'
import { flag, type Knob, knob, plain, wholeNumber } from './knob.ts'

/** The knobs of `benchbook serve`. */
export const SERVING = {
  api: knob('Serving', ['build', 'serve'], 'The cache as a read-only Content API 2.0 as well: served, or built as files.', flag),
  port: knob('Serving', ['serve'], 'The port to listen on.', { value: 'PORT', ...wholeNumber(0, 65_535), fallback: 4321 }),
  host: knob('Serving', ['serve'], 'The address of this machine to listen at; with any but the default one others can reach it.', {
    ...plain,
    value: 'ADDRESS',
    schema: z.string().regex(/^[\w.:-]+$/),
    fallback: '127.0.0.1',
    expects: 'an address such as 0.0.0.0',
  }),
} satisfies Record<string, Knob<never> | Knob>
