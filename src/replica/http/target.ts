/** Path and query unmodified: a title may be `..`, which a URL parser would treat as a folder. */
export function splitTarget(target: string): [path: string, search: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

/** True for a path with `.` or `..` segments if it referred to folders. The title of a wiki may still be `..`. */
export function climbs(path: string): boolean {
  if (!path.includes('.') && !/%2e/i.test(path)) return false
  const isWiki = /^\/wikis\/[a-z]+\//i.test(path)
  return path.split('/').some((segment, at) => DOTS.test(segment) && !(isWiki && at === 3))
}

const DOTS = /^(\.|%2e){1,2}$/i
