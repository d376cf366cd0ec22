import { z } from 'zod'
import { byteSize, choice, flag, listOf, onByDefault, type OptionSpec, optionsOf, part, text, wholeNumber } from './option.ts'

/** Hosts that a build can write files for; `none` for no host. */
export const HOSTS = ['nginx', 'caddy', 'apache', 'netlify', 'cloudflare', 'github-pages', 's3', 'none'] as const
export type Host = (typeof HOSTS)[number]
const HOST_LIST = listOf(z.enum(HOSTS))

/** It is written into policies and host configurations, where other characters have a special meaning. */
const MEDIA_BASE = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/i
const withSlash = (url: string): string => new URL(url).href.replace(/(?<!\/)$/, '/')

const option = optionsOf('build')

/** The options of `benchbook build`. */
export const BUILDING = {
  base: option<string>('Site', 'The path that the site is served under; by default that of `--site`.', {
    value: 'PATH',
    schema: z.string().regex(/^\/((?!\.{1,2}(\/|$))[\w.~-]+(\/|$))*$/),
    fallback: '/',
    expects: 'a path that starts with a slash, such as /guides/',
  }),
  links: option(
    'Site',
    'How pages link to each other: from the `root` of the host, or `relative`, so that the site works in any folder, and opened from a disk without a server.',
    { value: 'HOW', ...choice('root', 'relative') },
  ),
  socialPictures: option(
    'Site',
    'Draw a preview of each guide for links on social networks: its title over its picture. Needs `--site`; each guide takes a fifth of a second of CPU, once.',
    flag,
  ),
  app: option(
    'Site',
    'No app: nothing can be installed or kept offline, and service workers that earlier builds registered remove themselves.',
    onByDefault,
  ),
  shard: option<string>(
    'Site',
    'Build only this shard of the site, such as 3/8, into a folder of its own; `benchbook merge` makes the site of all shards.',
    part,
  ),
  ifChanged: option(
    'Site',
    'Build only if the content of the cache, an option, one of your files or Benchbook has changed since the last build.',
    flag,
  ),
  renderAll: option('Site', 'Render all pages, even those that would not change.', flag),
  explain: option('Site', 'Say why a page, such as /guide/12/, is rendered or kept.', text('PATH')),
  linkMedia: option('Site', 'Hard-link media to the cache instead of copying; nothing may then write to the site.', flag),
  target: option<Host[]>(
    'Hosts',
    'Where the site will be hosted: writes the configuration files for these hosts, and keeps within their limits.',
    {
      ...HOST_LIST,
      schema: HOST_LIST.schema.refine((hosts) => hosts.length < 2 || !hosts.includes('none')),
      expects: `none, or a list such as nginx,caddy out of ${HOSTS.slice(0, -1).join(', ')}`,
    },
  ),
  compress: option('Hosts', 'Put compressed copies (.br and .gz) next to text files, for hosts that send them.', flag),
  nginxBrotli: option('Hosts', 'Have nginx send the `.br` copies of `--compress` too, for which it needs the module ngx_brotli.', flag),
  maxFiles: option(
    'Hosts',
    "The most files that the host accepts; 0 means the host's own limit, if it has one.",
    wholeNumber('N', 0, 100_000_000, 0),
  ),
  maxFileSize: option<number>(
    'Hosts',
    "The largest file that the host accepts, such as 25MB; 0 means the host's own limit, if it has one.",
    { value: 'SIZE', ...byteSize },
  ),
  mediaBase: option<string>(
    'Hosts',
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
  apiFiles: option('Hosts', 'Also write the answers of the Content API 2.0 as files, below api/2.0.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
