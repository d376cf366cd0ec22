/** Escapes a text for a regular expression with the flag `u`, which permits escaping only syntax characters. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
