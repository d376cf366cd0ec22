import { isNamespace, type Namespace, type Ref } from '../ref.ts'
import { canonicalTitle } from '../title.ts'

// Browsers read addresses by this file too: it imports nothing of Node's.

/** The first word of the services' addresses of guides, with the language that alone writes it so; '' where that is not known (api-facts, Rendered HTML). */
export const GUIDE_WORDS: ReadonlyMap<string, string> = new Map([
  ['guide', ''],
  ['teardown', ''],
  ['anleitung', 'de'],
  ['tutoriel', 'fr'],
  ['guía', 'es'],
  ['guia', ''],
  ['guida', 'it'],
  ['handleiding', 'nl'],
  ['руководство', 'ru'],
  ['가이드', 'ko'],
  ['ガイド', 'ja'],
  ['指南', 'zh'],
  ['demontage', ''],
  ['vue éclatée', 'fr'],
  ['desmontaje', 'es'],
])

/** The first word of the services' addresses of texts. */
export const WIKI_WORDS: ReadonlyMap<string, Namespace> = new Map([
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

/** The first word of the addresses of tags. */
export const TAG_WORDS: readonly string[] = ['tags', 'tag']

/** What a path of a service is about, `/Guide/Some+Title/123` or `/Device/Kettle`, encoded as in an address; undefined for what is no record. */
export function readServicePath(path: string, fragment = ''): Ref | undefined {
  const [word = '', first = '', second = '', ...rest] = path.replace(/^\/+/, '').split('/')
  const kind = decode(word).toLowerCase()
  if (GUIDE_WORDS.has(kind)) return readGuide(first, second, fragment)
  if (!first) return undefined
  if (kind === 'user' || kind === 'team') {
    const id = Number(/^\d+$/.exec(first)?.[0] ?? Number.NaN)
    if (!Number.isSafeInteger(id)) return undefined
    return kind === 'user' ? { kind, userid: id } : { kind, teamid: id }
  }
  if (TAG_WORDS.includes(kind)) return { kind: 'tag', tag: decode(first) }
  if (kind === 'document') return { kind, guid: first }
  const namespace = WIKI_WORDS.get(kind) ?? (isNamespace(decode(word)) ? (decode(word) as Namespace) : undefined)
  // A title may hold an encoded or a plain slash.
  if (namespace) return { kind: 'wiki', namespace, title: canonicalTitle(decode([first, second, ...rest].filter(Boolean).join('/'))) }
  return undefined
}

/** The language in which alone the services begin an address so; '' for none. */
export const languageOfPath = (path: string): string => GUIDE_WORDS.get(decode(path.split('/')[1] ?? '').toLowerCase()) ?? ''

function readGuide(first: string, second: string, fragment: string): Ref | undefined {
  const id = /^\d+$/.test(second) ? second : !second && /^\d+$/.test(first) ? first : undefined
  if (!id || !Number.isSafeInteger(Number(id))) return undefined
  const step = /^s(\d+)$/.exec(fragment)?.[1]
  return { kind: 'guide', guideid: Number(id), ...(step && { stepid: Number(step) }) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part // a stray % is part of the title
  }
}
