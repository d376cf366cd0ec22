import { Parser } from 'htmlparser2'

const REFERRING = new Set(['href', 'src', 'poster', 'data', 'action', 'formaction', 'xlink:href', 'cite', 'background'])
const SOURCE_SETS = new Set(['srcset', 'imagesrcset'])
/** Properties of `<meta>` whose content is an address. */
const META_ADDRESS = /^(og|twitter):(url|image|video|audio)(:url|:secure_url)?$/

/** Parses a page's ids and references, without what only scripts read: `data-` attributes, and the content of a `<template>`. */
export function readPageParts(html: string) {
  const ids = new Set<string>()
  /** The possible targets of a fragment. */
  const anchors = new Set<string>()
  const repeatedIds: string[] = []
  /** The values of all attributes that reference a file or place, unchanged. */
  const references = new Set<string>()
  let templates = 0
  const parser = new Parser({
    onclosetag(name) {
      if (name === 'template') templates--
    },
    onopentag(name, attributes) {
      if (name === 'template') templates++
      if (templates > 0) return
      const { id } = attributes
      if (id !== undefined) {
        if (ids.has(id)) repeatedIds.push(id)
        ids.add(id)
        anchors.add(id)
      }
      if (name === 'a' && attributes.name) anchors.add(attributes.name)
      if (name === 'meta') return addAll(references, metaReferences(attributes))
      if (name === 'link' && /\b(preconnect|dns-prefetch)\b/.test(attributes.rel ?? '')) return
      for (const [attribute, value] of Object.entries(attributes)) {
        if (REFERRING.has(attribute)) references.add(value.trim())
        else if (SOURCE_SETS.has(attribute)) addAll(references, sourceSet(value))
      }
    },
  })
  parser.end(html)
  return { anchors, repeatedIds, references }
}

function metaReferences(attributes: Record<string, string>): string[] {
  const content = attributes.content ?? ''
  if (attributes['http-equiv']?.toLowerCase() === 'refresh') {
    const target = /^[^;]*;\s*url\s*=\s*['"]?([^'"]*)/i.exec(content)?.[1]
    return target ? [target.trim()] : []
  }
  return META_ADDRESS.test(attributes.property ?? attributes.name ?? '') ? [content.trim()] : []
}

/** The addresses of a `srcset`: candidates are separated by a comma and a space, since addresses can contain commas. */
function sourceSet(value: string): string[] {
  return value.split(/,\s+|,$/).flatMap((candidate) => candidate.trim().split(/\s+/, 1).filter(Boolean))
}

function addAll(set: Set<string>, values: Iterable<string>): void {
  for (const value of values) set.add(value)
}
