/** The values at a dotted path of an answer, through lists: `present` when some record has the field at all. */
export function valuesAt(answer: unknown, path: string): { present: boolean; values: unknown[] } {
  let records: unknown[] = items(answer)
  let present = false
  for (const name of path.split('.').filter(Boolean)) {
    const owners = records.filter(
      (record): record is Record<string, unknown> => typeof record === 'object' && record !== null && name in record,
    )
    present = owners.length > 0
    records = owners.flatMap((owner) => items(owner[name]))
  }
  return { present, values: records.filter((value) => !isEmpty(value)) }
}

const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** PHP's ways to say nothing, and none. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
