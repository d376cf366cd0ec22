/** How long a page waits for the network where there is a copy of it. */
const PATIENCE_MS = 3000
/** And how long after it has waited in vain. */
const HURRY_MS = 400
const HURRY_FOR_MS = 30_000

let hurryUntilMs = 0

/** Asks the network; undefined where there is none. */
export const askNetwork = (request: Request): Promise<Response | undefined> => fetch(request).catch(() => undefined)

/** The answer of the network; undefined where there is none, or not soon enough. Without a copy one waits for as long as it takes. */
export async function inTime(asked: Promise<Response | undefined>, hasCopy: boolean): Promise<Response | undefined> {
  if (!hasCopy) return asked
  const isHurried = Date.now() < hurryUntilMs
  const answer = await Promise.race([
    asked,
    new Promise<'late'>((late) => setTimeout(() => late('late'), isHurried ? HURRY_MS : PATIENCE_MS)),
  ])
  if (answer === 'late') hurryUntilMs = Date.now() + HURRY_FOR_MS
  else if (answer) hurryUntilMs = 0
  return answer === 'late' ? undefined : answer
}

export const isHtml = ({ headers }: Response): boolean => /^text\/html\b/.test(headers.get('content-type') ?? '')
