/**
 * The number of items, up to `most`, at the start of a page that repeat the end of the previous page because they were requested twice.
 * Other repeated items are the service's own duplicates.
 */
export function overlapOf(before: readonly unknown[], page: readonly unknown[], most = before.length): number {
  for (let length = Math.min(most, before.length, page.length); length > 0; length--) {
    const from = before.length - length
    if (page.slice(0, length).every((item, at) => item === before[from + at])) return length
  }
  return 0
}
