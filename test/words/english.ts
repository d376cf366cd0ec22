/** Attributes whose values people read or hear. */
const SPOKEN = /\s(?:aria-label|title|alt|placeholder|label|heading|kicker|lead|summary)="([^"{}]*\p{L}[^"{}]*)"/gu
/** A text between tags and braces; one with operators is code between two pieces of markup. */
const TEXT = /(?<=[>}])([^<>{}]*\p{L}{2}[^<>{}]*)(?=[<{])/gu
const CODE = /=>|&&|\|\||[=;()]|\? |^\s*:|\$$/
/** A text in code: a quoted one with a capital or several words. */
const QUOTED = /'((?:\p{Lu}\p{Ll}+|\p{L}+ \p{L}+)[^'\n]*)'|`(\p{Lu}\p{Ll}+ [^`\n]*)`/gu
/** Values of attributes that are not words. */
const QUOTED_CODE = /^noopener |^nofollow/

/** The texts of an .astro file itself, not from the words of the interface. */
export function englishIn(astro: string): string[] {
  const [, code = '', markup = astro] = /^---\r?\n([\s\S]*?)\r?\n---([\s\S]*)$/.exec(astro) ?? []
  const shown = markup.replace(/<(script|style)\b[^>]*(?:\/>|>[\s\S]*?<\/\1>)/g, '').replace(/<!--[\s\S]*?-->/g, '')
  const texts = [...shown.matchAll(TEXT)].map(([, text = '']) => text.trim()).filter((text) => !CODE.test(text))
  const spoken = [...shown.matchAll(SPOKEN)].map(([, text = '']) => text)
  const quoted = [...(code.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '') + shown).matchAll(QUOTED)]
    .map(([, single, template]) => single ?? template ?? '')
    .filter((text) => !QUOTED_CODE.test(text))
  return [...texts, ...spoken, ...quoted]
}
