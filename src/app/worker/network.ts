/** How long a page waits for the network if there is a copy of it. */
const PATIENCE_MS = 3000
/** The same after a previous timeout. */
const HURRY_MS = 400
const HURRY_FOR_MS = 30_000

let hurryUntilMs = 0

/** Sends a request; undefined if there is no network. */
export const askNetwork = (request: Request): Promise<Response | undefined> => fetch(request).catch(() => undefined)

/** The network's answer; undefined if there is none, or not soon enough. Without a copy there is no time limit. */
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
