/** Writing in which a list by first letters has many entries below each; of ideographs each would stand alone. */
const ALPHABETS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}]$/u

/** The letter under which a name stands in a list: `É` under `E`, a number under `0–9`; '' for one that has none. */
export function letterOf(name: string, lang: string): string {
  const [first = ''] = name.normalize('NFD').replace(/^[\p{P}\p{S}\p{Z}]+/u, '')
  if (/^\p{N}$/u.test(first)) return '0–9'
  return ALPHABETS.test(first) ? first.toLocaleUpperCase(lang) : ''
}
