/** A text as a regular expression with the flag `u` finds it: there, only signs that have a meaning may be escaped. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
