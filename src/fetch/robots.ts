import { RequestError } from '../errors.ts'
import { type Body, startOf } from './body.ts'
import { isAtWall, isCertificate, isUnreachable } from './outcome.ts'

/** Why a path may not be requested, and the error if that is because robots.txt is unknown; undefined if it may. */
type Verdict = (path: string) => { why: string; cause?: RequestError } | undefined

/** Longer delays in a robots.txt are mistakes. */
const LONGEST_DELAY_MS = 60_000

interface RobotsHooks {
  /** Requests a robots.txt, with retries; throws a {@link RequestError} if there is none. */
  ask: (url: string) => Promise<string>
  warn: (sentence: string) => void
  /** A host asks for longer intervals. */
  slow: (host: string, gapMs: number) => void
}

/** Returns a function that throws a {@link RequestError} of the outcome `refused` if the robots.txt of an address forbids it. */
export function robotsGuard(userAgent: string, hooks: RobotsHooks): (address: string) => Promise<void> {
  const product = /^[\w-]*/.exec(userAgent)?.[0] ?? ''
  const verdicts = new Map<string, Promise<Verdict>>()
  return async (address) => {
    const { origin, host, pathname, search } = new URL(address)
    const verdict = verdicts.get(origin) ?? verdictOf(origin, host, product, hooks)
    verdicts.set(origin, verdict)
    const refusal = (await verdict)(pathname + search)
    if (!refusal) return
    const facts = { code: 'ERR_ROBOTS', option: 'ignoreRobots', url: address, cause: refusal.cause } as const
    throw new RequestError('refused', `${address} is not asked for: ${refusal.why}`, facts)
  }
}

async function verdictOf(origin: string, host: string, product: string, { ask, warn, slow }: RobotsHooks): Promise<Verdict> {
  try {
    const { delayMs, ruleAgainst } = readRobots(await ask(`${origin}/robots.txt`), product)
    if (delayMs > 0) {
      const gapMs = Math.min(delayMs, LONGEST_DELAY_MS)
      slow(host, gapMs)
      warn(`The robots.txt of ${host} asks for ${gapMs / 1000} s between requests: the crawl takes its time there.`)
    }
    return (path) => {
      const rule = ruleAgainst(path)
      if (!rule) return undefined
      const what = 'Ask its operator for leave; with it, or for your own service, add `ignoreRobots`.'
      return { why: `the robots.txt of ${host} says "${rule}". ${what}` }
    }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (isAbsent(error)) return () => undefined
    const cause = error.message.replace(/\.$/, '')
    warn(`The robots.txt of ${host} cannot be read (${cause}): nothing more is asked for there.`)
    const why = `the robots.txt of ${host} cannot be read (${cause}), which means no. Try again later, or add \`ignoreRobots\` for your own service.`
    return () => ({ why, cause: error })
  }
}

/** No such file, no access, or an unreachable host (RFC 9309, 2.3.1.3): everything is allowed. An overloaded server does not count. */
function isAbsent(error: RequestError): boolean {
  const { outcome, facts } = error
  if (outcome === 'refused' || isUnreachable(error) || isCertificate(error)) return true // the request itself will fail in the same way
  return (outcome !== 'throttled' || isAtWall(error)) && facts.status !== undefined && facts.status < 500
}

/** `prefix` is that of matching paths; all of a rule without stars, which has no `matches`. */
interface Rule {
  isAllowed: boolean
  pattern: string
  prefix: string
  matches?: (path: string) => boolean
}

/** Rules with stars are tried one by one. Beyond this number, the part before the star is forbidden, and nothing is allowed. */
const MOST_STARRED = 500
/** The length of a path that is matched against rules with stars. */
const MAX_PATH_LENGTH = 2000

interface Group {
  agents: string[]
  rules: Rule[]
  delayMs: number
}

/** Parses a robots.txt (RFC 9309) for `product`: the groups that name it, or those for `*`. `ruleAgainst` returns the rule as written. */
export function readRobots(text: string, product: string): { delayMs: number; ruleAgainst: (path: string) => string | undefined } {
  const groups = groupsOf(text)
  const named = (agent: string) => groups.filter(({ agents }) => agents.includes(agent))
  const own = named(product.toLowerCase())
  const mine = own.length > 0 ? own : named('*')
  const find = finder(mine.flatMap((group) => group.rules))
  return {
    delayMs: Math.max(0, ...mine.map(({ delayMs }) => delayMs)),
    ruleAgainst: (path) => {
      const rule = find(normal(path))
      return rule && !rule.isAllowed ? `Disallow: ${rule.pattern}` : undefined
    },
  }
}

/** Returns a function that finds the rule for a path. Prefixes are looked up by length, since a robots.txt may contain very many. */
function finder(all: readonly Rule[]): (path: string) => Rule | undefined {
  let stars = 0
  const rules = all.flatMap((rule): Rule[] => {
    if (!rule.matches || ++stars <= MOST_STARRED) return [rule]
    return rule.isAllowed ? [] : [{ isAllowed: false, pattern: rule.pattern, prefix: rule.prefix }]
  })
  const starred = rules.filter(({ matches }) => matches).sort(byWeight)
  const prefixes = new Map<string, Rule>()
  const plain = rules.filter(({ matches }) => !matches).sort(byWeight)
  for (const rule of plain.reverse()) prefixes.set(rule.prefix, rule)
  const lengths = [...new Set(Array.from(prefixes.keys(), ({ length }) => length))].sort((a, b) => b - a)
  return (path) => {
    const length = lengths.find((length) => length <= path.length && prefixes.has(path.slice(0, length)))
    const prefix = length === undefined ? undefined : prefixes.get(path.slice(0, length))
    const shown = path.slice(0, MAX_PATH_LENGTH)
    const other = starred.find(({ matches }) => matches?.(shown))
    return prefix && other ? [prefix, other].sort(byWeight)[0] : (prefix ?? other)
  }
}

/** The size limit of a robots.txt (RFC 9309, section 2.5). */
const MAX_BYTES = 512 * 1024

/** Nothing is requested from a host before its robots.txt, which may take 15 seconds in all. */
export const ROBOTS_QUESTION = { of: 'media', maxBytes: Infinity, answerTimeoutMs: 15_000, read: readRobotsText } as const

async function readRobotsText(body: Body): Promise<string> {
  const { text, isCut } = await startOf(body, MAX_BYTES)
  // A truncated rule would be a shorter prefix, which forbids more.
  const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return body.redact(isCut ? text.slice(0, lineEnd + 1) : text)
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let group: Group | undefined
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/[\r\n]+/)) {
    // String indexes, not a regular expression, which could take quadratic time in the number of spaces.
    const said = line.split('#', 1)[0] ?? ''
    const colon = said.indexOf(':')
    const field = said.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = said.slice(colon + 1).trim()
    if (field === 'user-agent') {
      if (!group || !isNaming) groups.push((group = { agents: [], rules: [], delayMs: 0 }))
      group.agents.push(/^\*$|^[\w-]*/.exec(value)?.[0].toLowerCase() ?? '')
      isNaming = true
    } else if (group && /^(dis)?allow$/.test(field)) {
      isNaming = false
      // An empty Disallow forbids nothing.
      if (value) group.rules.push({ isAllowed: field === 'allow', pattern: value, ...patternOf(value) })
    } else if (group && field === 'crawl-delay') {
      isNaming = false
      group.delayMs = 1000 * (Number(value) || 0)
    }
  }
  return groups
}

/** The longest pattern wins; of two equally long ones, the one that allows. */
function byWeight(a: Rule, b: Rule): number {
  return b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed)
}

/** Matches each part between stars at its first occurrence: a regular expression could backtrack practically forever. */
function patternOf(pattern: string): Pick<Rule, 'prefix' | 'matches'> {
  const isAnchored = pattern.endsWith('$')
  const [prefix = '', ...rest] = normal(isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!isAnchored && rest.every((part) => part === '')) return { prefix }
  const last = isAnchored ? rest.pop() : undefined
  const matches = (path: string): boolean => {
    if (!path.startsWith(prefix)) return false
    let end = prefix.length
    for (const part of rest) {
      const at = path.indexOf(part, end)
      if (at === -1) return false
      end = at + part.length
    }
    if (!isAnchored) return true
    return last === undefined ? end === path.length : path.endsWith(last) && path.length - last.length >= end
  }
  return { prefix, matches }
}

/** Paths are compared by octets: non-ASCII letters escaped, escapes in upper case, unreserved characters unescaped. */
function normal(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (letters) => encodeURIComponent(letters.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(letter) ? letter : code.toUpperCase()
    })
}
