/**
 * With how many items a page begins that the page before it ended with, `most` at most: those were given twice because they were asked for
 * twice. Others that come again are the service's own duplicates.
 */
export function overlapOf(before: readonly unknown[], page: readonly unknown[], most = before.length): number {
  for (let length = Math.min(most, before.length, page.length); length > 0; length--) {
    const from = before.length - length
    if (page.slice(0, length).every((item, at) => item === before[from + at])) return length
  }
  return 0
}
