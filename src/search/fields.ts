/** What a match in a field of metadata says, as bits. */
export const FIELD = { title: 1, path: 2, person: 4, lead: 8, name: 16 } as const

const FIELDS: Readonly<Record<string, number>> = {
  title: FIELD.title,
  titleSpellings: FIELD.title,
  name: FIELD.person | FIELD.name,
  nameSpellings: FIELD.person | FIELD.name,
  nameLetters: FIELD.person,
  about: FIELD.person,
  breadcrumb: FIELD.path,
  pathSpellings: FIELD.path,
  lead: FIELD.lead,
}

export const fieldsOf = (names: readonly string[] = []): number => names.reduce((bits, name) => bits | (FIELDS[name] ?? 0), 0)
