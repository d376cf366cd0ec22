import type { Site } from '../site/site.ts'
import { question } from '../trace/question.ts'

/** All guides that come before one, and before those, each once: what it names first comes first. Those that the site does not have are left out. */
export const guidesBefore = question('guides before', ({ catalog }: Site, guideid: number): number[] => {
  const seen = new Set([guideid])
  // A set that grows while it is walked goes on to what was added.
  for (const one of seen) for (const before of catalog.needs.get(one)?.before ?? []) if (catalog.guides.has(before)) seen.add(before)
  return [...seen].slice(1)
})
