import { z } from 'zod'
import { byteSize, choice, flag, type OptionSpec, option, wholeNumber } from './option.ts'

/** Hosts that a build writes files for; `none` for none at all. */
export const HOSTS = ['nginx', 'caddy', 'apache', 'netlify', 'cloudflare', 'github-pages', 's3', 'none'] as const
export type Host = (typeof HOSTS)[number]

/** It stands in policies and in the configuration of hosts, where other characters mean something. */
const MEDIA_BASE = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/i
const withSlash = (url: string): string => new URL(url).href.replace(/(?<!\/)$/, '/')

/** How a built site is put on a host. */
export const HOSTING = {
  hosting: option<Host[]>(
    'Hosts',
    ['build'],
    'Where the site will be hosted: writes the configuration files for these hosts, and keeps within their limits.',
    {
      flag: '--host',
      value: 'LIST',
      schema: z
        .string()
        .transform((text) => text.split(',').map((host) => host.trim()))
        .pipe(z.array(z.enum(HOSTS)))
        .refine((hosts) => hosts.length < 2 || !hosts.includes('none')),
      fallback: [],
      expects: `none, or a list such as nginx,caddy out of ${HOSTS.slice(0, -1).join(', ')}`,
    },
  ),
  compress: option('Hosts', ['build'], 'Put compressed copies (.br and .gz) next to text files, for hosts that send them.', flag),
  nginxBrotli: option(
    'Hosts',
    ['build'],
    'Have nginx send the `.br` copies of `--compress` too, for which it needs the module ngx_brotli.',
    flag,
  ),
  maxFiles: option('Hosts', ['build'], "The most files that the host accepts; 0 means the host's own limit, if it has one.", {
    value: 'N',
    ...wholeNumber(0, 100_000_000),
    fallback: 0,
  }),
  maxFileSize: option<number>(
    'Hosts',
    ['build'],
    "The largest file that the host accepts, such as 25MB; 0 means the host's own limit, if it has one.",
    { value: 'SIZE', ...byteSize },
  ),
  emptyCategories: option(
    'Hosts',
    ['build', 'bundle'],
    'What becomes of categories with neither guides nor text: `pages` of their own, or `listed` by name on the page of the category above, which makes fewer files.',
    { value: 'WHAT', ...choice('pages', 'listed') },
  ),
  mediaBase: option<string>(
    'Hosts',
    ['build'],
    'Where pages load pictures, videos and documents from, such as a CDN: the build puts them into a folder next to the site, for you to upload.',
    {
      value: 'URL',
      schema: z.union([
        z.literal(''),
        z
          .url({ protocol: /^https?$/ })
          .regex(MEDIA_BASE)
          .transform(withSlash),
      ]),
      fallback: '',
      expects: 'an http or https address such as https://media.example.org/guides/, without a query',
    },
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
