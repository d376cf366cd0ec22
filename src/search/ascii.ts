/** True for most texts of most sites, on which much that is done with letters of the world is wasted. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)
