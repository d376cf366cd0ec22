/** The metadata fields that a match was found in, as bits. */
export const FIELD = { title: 1, path: 2, lead: 4 } as const

const FIELDS: Readonly<Record<string, number>> = {
  title: FIELD.title,
  titleSpellings: FIELD.title,
  breadcrumb: FIELD.path,
  pathSpellings: FIELD.path,
  lead: FIELD.lead,
}

export const fieldsOf = (names: readonly string[] = []): number => names.reduce((bits, name) => bits | (FIELDS[name] ?? 0), 0)
