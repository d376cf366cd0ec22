/** Scripts for which grouping by first letter is useful; with ideographs each entry would be its own group. */
const ALPHABETS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}]$/u

/** The letter that a name is grouped under: `É` under `E`, a number under `0–9`; '' if there is none. */
export function letterOf(name: string, lang: string): string {
  const [first = ''] = name.normalize('NFD').replace(/^[\p{P}\p{S}\p{Z}]+/u, '')
  if (/^\p{N}$/u.test(first)) return '0–9'
  return ALPHABETS.test(first) ? first.toLocaleUpperCase(lang) : ''
}
