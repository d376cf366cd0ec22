import { isNamespace, type Namespace, type Ref, type WikiRef } from '../ref.ts'
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
  ['kılavuz', 'tr'],
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
  const [word = '', ...parts] = path.split('/').filter(Boolean)
  const [first] = parts
  const kind = spelledOut(word).toLowerCase()
  if (GUIDE_WORDS.has(kind)) return readGuide(parts, fragment)
  if (!first) return undefined
  if (kind === 'user' || kind === 'team') {
    const id = Number(/^\d+$/.exec(first)?.[0] ?? Number.NaN)
    if (!Number.isSafeInteger(id)) return undefined
    return kind === 'user' ? { kind, userid: id } : { kind, teamid: id }
  }
  if (TAG_WORDS.includes(kind)) return { kind: 'tag', tag: spelledOut(first) }
  if (kind === 'document') return { kind, guid: first }
  // `/Troubleshooting/{device}/{title}/{wikiid}`
  if (kind === 'troubleshooting') return { kind: 'wiki', namespace: 'WIKI', title: canonicalTitle(spelledOut(parts.at(-2) ?? first)) }
  const namespace = WIKI_WORDS.get(kind) ?? (isNamespace(spelledOut(word)) ? (spelledOut(word) as Namespace) : undefined)
  // A title may hold an encoded or a plain slash.
  if (namespace) return { kind: 'wiki', namespace, title: canonicalTitle(spelledOut(parts.join('/'))) }
  return undefined
}

/** The language in which alone the services begin an address so; '' for none. */
export const languageOfPath = (path: string): string => GUIDE_WORDS.get(spelledOut(path.split('/')[1] ?? '').toLowerCase()) ?? ''

/** `/Guide/{title}/{guideid}`, where a title may hold slashes, a kind may stand before it (`Repair`), and the number of a step behind the id. */
function readGuide(parts: readonly string[], fragment: string): Ref | undefined {
  const last = parts.findLastIndex((part) => /^\d+$/.test(part))
  const id = last > 1 && /^\d+$/.test(parts[last - 1] ?? '') ? parts[last - 1] : parts[last]
  if (!id || !Number.isSafeInteger(Number(id))) return undefined
  const step = /^s(\d+)$/.exec(fragment)?.[1]
  return { kind: 'guide', guideid: Number(id), ...(step && { stepid: Number(step) }) }
}

/** By what an address is known that a record states for itself: its path, decoded. */
export const addressName = (pathname: string): string => `/${spelledOut(pathname.split('/').filter(Boolean).join('/'))}`

/** By what a title is known that a wiki had. */
export const titleName = ({ namespace, title }: Pick<WikiRef, 'namespace' | 'title'>): string => `${namespace}/${canonicalTitle(title)}`

/** A part of an address decoded, with plus signs as spaces. */
function spelledOut(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part // a stray % is part of the title
  }
}
