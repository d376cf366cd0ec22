/** The sizes of an index of few documents that has the form of a large one: its pages in packs, in several parts, and its titles in files of their own. */
export const LARGE = { shardSize: 1, large: { size: 12, words: Infinity }, titlesFrom: 1 }
