import { isNamespace, type Namespace, type Ref, type WikiRef } from '../ref.ts'
import { canonicalTitle } from '../title.ts'

// Used in browsers too: it imports nothing from Node.

/** The first segment of guide addresses, with the language that alone uses it; '' if unknown (api-facts, Rendered HTML). */
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

/** The first segment of the services' wiki addresses. */
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

/** The first segment of tag addresses. */
export const TAG_WORDS: readonly string[] = ['tags', 'tag']

/** The target of an encoded service path, `/Guide/Some+Title/123` or `/Device/Kettle`; undefined if it is not a record. */
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
  // A title may contain an encoded or a literal slash.
  if (namespace) return { kind: 'wiki', namespace, title: canonicalTitle(spelledOut(parts.join('/'))) }
  return undefined
}

/** The language that exclusively uses the first segment of a path; '' for none. */
export const languageOfPath = (path: string): string => GUIDE_WORDS.get(spelledOut(path.split('/')[1] ?? '').toLowerCase()) ?? ''

/** `/Guide/{title}/{guideid}`: titles may contain slashes, a type may precede (`Repair`), a step number may follow. */
function readGuide(parts: readonly string[], fragment: string): Ref | undefined {
  const last = parts.findLastIndex((part) => /^\d+$/.test(part))
  const id = last > 1 && /^\d+$/.test(parts[last - 1] ?? '') ? parts[last - 1] : parts[last]
  if (!id || !Number.isSafeInteger(Number(id))) return undefined
  const step = /^s(\d+)$/.exec(fragment)?.[1]
  return { kind: 'guide', guideid: Number(id), ...(step && { stepid: Number(step) }) }
}

/** The lookup key of an address that a record states for itself: its decoded path. */
export const addressName = (pathname: string): string => `/${spelledOut(pathname.split('/').filter(Boolean).join('/'))}`

/** The lookup key of a wiki's former title. */
export const titleName = ({ namespace, title }: Pick<WikiRef, 'namespace' | 'title'>): string => `${namespace}/${canonicalTitle(title)}`

/** A decoded part of an address, with plus signs as spaces. */
function spelledOut(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part // an invalid percent escape is literal
  }
}
