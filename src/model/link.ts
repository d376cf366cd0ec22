import { isNamespace, type Namespace, type Ref } from './ref.ts'
import { canonicalTitle } from './title.ts'

/** The first path word of guide links, in the languages the services speak (api-facts, Rendered HTML). */
const GUIDE_WORDS = new Set([
  'guide',
  'teardown',
  'anleitung',
  'tutoriel',
  'guía',
  'guia',
  'guida',
  'handleiding',
  'руководство',
  '가이드',
  'ガイド',
  '指南',
  'demontage',
  'vue éclatée',
  'desmontaje',
])

const WIKI_WORDS = new Map<string, Namespace>([
  ['device', 'CATEGORY'],
  ['topic', 'CATEGORY'],
  ['category', 'CATEGORY'],
  ['c', 'CATEGORY'],
  ['item', 'ITEM'],
  ['tool', 'ITEM'],
  ['part', 'ITEM'],
  ['info', 'INFO'],
  ['wiki', 'WIKI'],
])

/** True for a host name of this very machine: where a crawl may have been served from, and where no reader can follow. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}

/** A link of the service's, understood: what it is about, and the fragment where that is a heading of a wiki. */
export interface SourceLink {
  ref: Ref
  fragment: string
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part // a stray % is part of the title
  }
}

/** An origin has nothing behind its host. */
const isOf = (origin: string, { host }: URL): boolean => origin.slice(origin.indexOf('//') + 2) === host

/**
 * Reads a link as the service writes them: relative, or absolute to one of `origins` (as `URL.origin` writes them; http and https alike). Undefined for links
 * that leave the site and for pages that are no record.
 */
export function readSourceLink(href: string, origins: readonly string[]): SourceLink | undefined {
  const home = origins[0] ?? 'http://service.invalid'
  const url = URL.parse(href.trim(), home)
  if (!url || !/^https?:$/.test(url.protocol) || ![home, ...origins].some((origin) => isOf(origin, url))) return undefined
  const [word = '', first = '', second = '', ...rest] = url.pathname.replace(/^\/+/, '').split('/')
  const ref = readPath(decode(word), first, second, rest, url.hash.slice(1))
  return ref && { ref, fragment: url.hash.slice(1) }
}

function readPath(word: string, first: string, second: string, rest: string[], fragment: string): Ref | undefined {
  const kind = word.toLowerCase()
  if (GUIDE_WORDS.has(kind)) return readGuide(first, second, fragment)
  if (!first) return undefined
  if (kind === 'user' || kind === 'team') {
    const id = Number(/^\d+$/.exec(first)?.[0] ?? Number.NaN)
    if (!Number.isSafeInteger(id)) return undefined
    return kind === 'user' ? { kind, userid: id } : { kind, teamid: id }
  }
  if (kind === 'tags' || kind === 'tag') return { kind: 'tag', tag: decode(first) }
  if (kind === 'document') return { kind, guid: first }
  const namespace = WIKI_WORDS.get(kind) ?? (isNamespace(word) ? word : undefined)
  // A title may hold an encoded or a plain slash.
  if (namespace) return { kind: 'wiki', namespace, title: canonicalTitle(decode([first, second, ...rest].filter(Boolean).join('/'))) }
  return undefined
}

function readGuide(first: string, second: string, fragment: string): Ref | undefined {
  const id = /^\d+$/.test(second) ? second : !second && /^\d+$/.test(first) ? first : undefined
  if (!id || !Number.isSafeInteger(Number(id))) return undefined
  const step = /^s(\d+)$/.exec(fragment)?.[1]
  return { kind: 'guide', guideid: Number(id), ...(step && { stepid: Number(step) }) }
}
