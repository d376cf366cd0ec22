/** What may stand before the root of an SVG: white space, declarations, comments, its DOCTYPE. Each is looked at once. */
const BEFORE_ROOT = [/\s+/y, /<\?[^>]*>/y, /<!--(?:[^-]|-(?!->))*-->/y, /<!DOCTYPE\s+svg[^>]*>/iy]
const SVG_TAG = /<svg[\s>/]/iy
/** A root tag, up to its end: values in quotes may hold a `>`. */
const WHOLE_TAG = /<svg(?:[^>"']|"[^"]*"|'[^']*')*>/iy

/** Where the root element of an SVG begins; -1 when the text begins as anything else. */
export function rootOfSvg(text: string): number {
  let at = 0
  for (let next = endOfAny(text, at); next > at; next = endOfAny(text, at)) at = next
  SVG_TAG.lastIndex = at
  return SVG_TAG.test(text) ? at : -1
}

/** Where the tag ends that begins at a place; -1 when it does not. */
export function endOfSvgTag(text: string, at: number): number {
  WHOLE_TAG.lastIndex = at
  return WHOLE_TAG.test(text) ? WHOLE_TAG.lastIndex : -1
}

function endOfAny(text: string, at: number): number {
  for (const part of BEFORE_ROOT) {
    part.lastIndex = at
    if (part.test(text)) return part.lastIndex
  }
  return at
}
