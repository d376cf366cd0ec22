/** The sizes of an index of few documents that has the form of a large one: in several parts, and its titles in files of their own. */
export const LARGE = { shard: { pages: 12, words: Infinity }, titlesFrom: 1 }
