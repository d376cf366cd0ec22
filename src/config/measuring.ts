import { z } from 'zod'
import { type OptionSpec, option, plain } from './option.ts'

const ADDRESS = /^(?:(?:\[([\da-f:.]+(?:%[\w.-]+)?)\]|([\w.-]+)):)?(\d{1,5})$/i
const LOOPBACK = '127.0.0.1'

/** Where metrics are to be had: `127.0.0.1:9464`, `[::1]:9464`, or a port alone, which is one of the loopback address. Undefined for another text. */
export function metricsPlace(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plainHost, port] = ADDRESS.exec(text) ?? []
  return port === undefined || Number(port) > 65_535 ? undefined : { host: bracketed ?? plainHost ?? LOOPBACK, port: Number(port) }
}

/** What tells a monitoring system how a command goes. */
export const MEASURING = {
  metrics: option(
    'Output',
    ['crawl', 'build', 'serve'],
    'Answer Prometheus at this address, path /metrics, while the command runs; a port alone is one of 127.0.0.1, and 0 takes a free one.',
    {
      ...plain,
      value: 'ADDRESS',
      schema: z.string().refine((text) => metricsPlace(text) !== undefined),
      expects: 'an address and a port such as 127.0.0.1:9464',
    },
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
