/** An error as one process sends it to another. */
export interface SerializedError {
  message: string
  stack: string
  /** Its other fields, as far as JSON can represent them: name, code, exit code, facts. */
  fields: Record<string, unknown>
}

/** An error for another process; of any other thrown value, its text. */
export function serializeError(thrown: unknown): SerializedError {
  if (!(thrown instanceof Error)) return { message: String(thrown), stack: '', fields: {} }
  const own = Object.entries(thrown).filter(([, value]) => isPlain(value))
  return { message: thrown.message, stack: thrown.stack ?? '', fields: { name: thrown.name, ...Object.fromEntries(own) } }
}

/** The inverse of {@link serializeError}: its class is recognized by its fields (see `isBenchbookError`). */
export function deserializeError({ message, stack, fields }: SerializedError): Error {
  const error = Object.assign(new Error(message), fields)
  error.stack = stack || error.stack || ''
  return error
}

const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (typeof value !== 'object' || value instanceof Error) return false
  return (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPlain)
}
