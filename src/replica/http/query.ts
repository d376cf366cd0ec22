/** The query parameters of all endpoints: each name has one meaning (sections 4.2 to 4.8). */
export type Query = ReturnType<typeof readQuery>['query']

/** What is wrong with one parameter. */
export interface ParameterError {
  field: string
  message: string
}

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 200
const MAX_GUIDEIDS = 50
const NUMBERS = { 'whole number': /^-?\d+$/, 'number of seconds': /^-?\d+(\.\d+)?$/ }

/** Parses a query; an invalid value is an error, except that `limit` is clamped to its range. */
export function readQuery(search: URLSearchParams) {
  const errors: ParameterError[] = []
  const text = (field: string) => search.get(field)?.trim() ?? ''
  const words = (field: string) => Array.from(text(field).split(','), (word) => word.trim()).filter(Boolean)
  const wrong = (field: string, message: string) => void errors.push({ field, message })

  const number = (field: string, fallback: number, kind: keyof typeof NUMBERS = 'whole number') => {
    if (text(field) === '') return fallback
    if (!NUMBERS[kind].test(text(field))) wrong(field, `must be a ${kind}, not "${text(field)}".`)
    return Math.min(Number(text(field)), Number.MAX_SAFE_INTEGER)
  }
  const seconds = (field: string) => number(field, 0, 'number of seconds')
  const oneOf = <Choice extends string>(field: string, choices: readonly Choice[]) => {
    const got = choices.find((choice) => choice === text(field).toUpperCase())
    if (text(field) && !got) wrong(field, `must be ${choices.join(' or ')}, not "${text(field)}".`)
    return got
  }

  const offset = number('offset', 0)
  if (offset < 0) wrong('offset', 'must not be negative.')
  if (words('guideids').some((id) => !/^\d{1,15}$/.test(id))) wrong('guideids', 'must be whole numbers with commas between them.')
  if (search.has('machineTranslateLangid'))
    wrong('machineTranslateLangid', 'is not possible: no machine translates here. Ask with langid for the translations that were copied.')

  const query = {
    offset,
    order: oneOf('order', ['ASC', 'DESC']),
    isLimited: text('limit') !== '',
    limit: Math.min(MAX_LIMIT, Math.max(1, number('limit', DEFAULT_LIMIT))),
    /** Seconds, with a fraction as in the dates of lists (section 2.3); 0 if absent. */
    modifiedSince: seconds('modifiedSince'),
    newMemberSince: seconds('newMemberSince'),
    /** The first fifty; the rest are ignored, as by the service. */
    guideids: search.has('guideids') ? words('guideids').slice(0, MAX_GUIDEIDS).map(Number) : undefined,
    guideid: text('guideid') === '' ? undefined : number('guideid', 0),
    filter: words('filter'),
    /** The filter of `/suggest`, which has its own terms. */
    doctypes: words('doctypes'),
    /** Title of the category to filter guides by; '' for all. */
    guideDevice: text('guideDevice'),
    langid: text('langid').toLowerCase(),
    display: text('display'),
    requireGuides: isOn(text('requireGuides')),
    includeStubs: isOn(text('includeStubs')),
    includePrivate: isOn(text('includePrivate')),
    // For the service its mere presence means yes, even with "=false" (api-facts, Steps).
    excludePrerequisiteSteps: search.has('excludePrerequisiteSteps'),
    form: oneOf('type', ['JSON', 'XML']) ?? 'JSON',
    isPretty: search.has('pretty'),
  }
  return { query, errors }
}

const isOn = (value: string): boolean => ['1', 'true', 'yes', 'on'].includes(value.toLowerCase())
