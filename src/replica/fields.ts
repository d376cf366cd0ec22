/** A field of a parsed answer; undefined if the answer is not an object or lacks it. */
export const fieldOf = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null ? (record as Record<string, unknown>)[name] : undefined

/** An array field of a parsed answer; PHP's different empty values are []. */
export function listOf(record: unknown, name: string): unknown[] {
  const value = fieldOf(record, name)
  return Array.isArray(value) ? value : typeof value === 'object' && value ? Object.values(value) : []
}

/** A number, also if written as text; 0 for anything else. */
export function numberIn(record: unknown, name: string): number {
  const value = fieldOf(record, name)
  return typeof value === 'object' || typeof value === 'function' ? 0 : Number(value) || 0
}

export function textIn(record: unknown, name: string): string {
  const value = fieldOf(record, name)
  return typeof value === 'string' ? value : ''
}
