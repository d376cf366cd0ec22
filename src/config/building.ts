import { z } from 'zod'
import { type OptionSpec, optionsOf } from './option.ts'
import { address, byteSize, choice, flag, HTTP, listOf, matching, onByDefault, part, text, wholeNumber } from './values.ts'

/** Hosts that a build can write files for; `none` for no host. */
export const HOSTS = ['nginx', 'caddy', 'apache', 'netlify', 'cloudflare', 'github-pages', 's3', 'none'] as const
export type Host = (typeof HOSTS)[number]
const HOST_LIST = listOf(z.enum(HOSTS))

/** It is written into policies and host configurations, where other characters have a special meaning. */
const MEDIA_BASE = /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/i
const withSlash = (url: string): string => new URL(url).href.replace(/(?<!\/)$/, '/')

const [site, hosts] = [optionsOf('Site', 'build'), optionsOf('Hosts', 'build')]

/** The options of `benchbook build`. */
export const BUILDING = {
  base: site<string>(
    'The path that the site is served under; by default that of `--site`.',
    matching('PATH', /^\/((?!\.{1,2}(\/|$))[\w.~-]+(\/|$))*$/, 'a path that starts with a slash, such as /guides/', '/'),
  ),
  links: site(
    'How pages link to each other: from the `root` of the host, or `relative`, so that the site works in any folder, and opened from a disk without a server.',
    { value: 'HOW', ...choice('root', 'relative') },
  ),
  socialPictures: site(
    'Draw a preview of each guide for links on social networks: its title over its picture. Needs `--site`; each guide takes a fifth of a second of CPU, once.',
    flag,
  ),
  app: site(
    'No app: nothing can be installed or kept offline, and service workers that earlier builds registered remove themselves.',
    onByDefault,
  ),
  shard: site<string>(
    'Build only this shard of the site, such as 3/8, into a folder of its own; `benchbook merge` makes the site of all shards.',
    part,
  ),
  ifChanged: site(
    'Build only if the content of the cache, an option, one of your files or Benchbook has changed since the last build.',
    flag,
  ),
  renderAll: site('Render all pages, even those that would not change.', flag),
  explain: site('Say why a page, such as /guide/12/, is rendered or kept.', text('PATH')),
  linkMedia: site('Hard-link media to the cache instead of copying; nothing may then write to the site.', flag),
  target: hosts<Host[]>('Where the site will be hosted: writes the configuration files for these hosts, and keeps within their limits.', {
    ...HOST_LIST,
    schema: HOST_LIST.schema.refine((hosts) => hosts.length < 2 || !hosts.includes('none')),
    expects: `none, or a list such as nginx,caddy out of ${HOSTS.slice(0, -1).join(', ')}`,
  }),
  compress: hosts('Put compressed copies (.br and .gz) next to text files, for hosts that send them.', flag),
  nginxBrotli: hosts('Have nginx send the `.br` copies of `--compress` too, for which it needs the module ngx_brotli.', flag),
  maxFiles: hosts(
    "The most files that the host accepts; 0 means the host's own limit, if it has one.",
    wholeNumber('N', 0, 100_000_000, 0),
  ),
  maxFileSize: hosts<number>("The largest file that the host accepts, such as 25MB; 0 means the host's own limit, if it has one.", {
    value: 'SIZE',
    ...byteSize,
  }),
  mediaBase: hosts<string>(
    'Where pages load pictures, videos and documents from, such as a CDN: the build puts them into a folder next to the site, for you to upload.',
    address(
      HTTP.regex(MEDIA_BASE).transform(withSlash),
      'an http or https address such as https://media.example.org/guides/, without a query',
    ),
  ),
  apiFiles: hosts('Also write the answers of the Content API 2.0 as files, below api/2.0.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
