/** True for most texts; lets callers skip the costly Unicode handling. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)
