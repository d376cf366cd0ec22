import { escapeHtml } from '../render/escape.ts'
import { drained, type StoreClient } from '../store/client.ts'
import { lastGoodInWords, minuteOf, type Night } from './night.ts'

const PAGE_KEY = 'fleet.html'
const MAX_TRIES = 10

/** A service of a fleet as its page shows it: without a night, if none has ended yet. */
export interface Shown {
  name: string
  /** The address of its site. */
  site: string
  /** It should have had a night since then. */
  isDue: boolean
  last?: Night
}

const STATES = { failed: 'failed', due: 'due', findings: 'with findings', none: 'no night yet', ok: 'ok' }
type State = keyof typeof STATES

const stateOf = ({ isDue, last }: Shown): State => (last?.state === 'failed' ? 'failed' : isDue ? 'due' : (last?.state ?? 'none'))

/** The last night of every service of a fleet in one HTML page: first those that need somebody. */
export function fleetPage(services: readonly Shown[], store: string): string {
  const order = Object.keys(STATES) as State[]
  const sorted = services.toSorted(
    (a, b) => order.indexOf(stateOf(a)) - order.indexOf(stateOf(b)) || a.name.localeCompare(b.name, 'en', { numeric: true }),
  )
  const counts = Map.groupBy(sorted, stateOf)
  const summary = [...counts].map(([state, all]) => `<b class="${state}">${all.length} ${STATES[state]}</b>`).join(' ')
  const rows = sorted.map(rowOf).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${[...counts].map(([state, all]) => `${all.length} ${STATES[state]}`).join(', ')} – fleet</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Fleet</h1>
<p>${services.length} service${services.length === 1 ? '' : 's'} in ${escapeHtml(store)}: ${summary}</p>
<table>
<thead><tr><th>Service<th>Last night<th>Ended, UTC<th>Took<th>Requests<th>Fetched<th>Not fetched<th>Pages<th>Rendered<th>Files changed</tr></thead>
<tbody>
${rows}
</tbody>
</table>
</body>
</html>
`
}

function rowOf(service: Shown): string {
  const { name, site, last } = service
  const state = stateOf(service)
  const named = site ? `<a href="${escapeHtml(site)}">${escapeHtml(name)}</a>` : escapeHtml(name)
  const badge = `<b class="${state}">${STATES[state]}</b>`
  if (!last) return `<tr><th scope="row">${named}<td>${badge}<td colspan="8"></tr>`
  const { added, changed, removed } = last.changes
  const seconds = Math.round((Date.parse(last.endedAt) - Date.parse(last.startedAt)) / 1000)
  // A night that failed before its build does not say how many pages there are.
  const built = last.pages > 0 ? [last.pages, last.rendered, added + changed + removed] : ['', '', '']
  const numbers = [last.requests, last.fetched, last.failed, ...built]
  const cells = [
    minuteOf(last.endedAt),
    seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`,
    ...numbers.map((number) => number.toLocaleString('en-US')),
  ]
  const said = [...last.notes, lastGoodInWords(last)].filter(Boolean)
  const notes = said.map((note) => `<li>${escapeHtml(note).replace(/`(.+?)`/g, '<code>$1</code>')}`).join('')
  return `<tr><th scope="row">${named}<td>${badge}${cells.map((cell) => `<td>${cell}`).join('')}</tr>${notes && `<tr class="notes"><td colspan="10"><ul>${notes}</ul></tr>`}`
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#faf6f0, #181512); color: light-dark(#25201b, #f3ece3) }
body { margin: 0 auto; padding: 1.5rem; max-width: 80rem }
a { color: light-dark(#a83f1b, #f49a6a) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .4rem .6rem; text-align: end; white-space: nowrap }
th:first-child, td:nth-child(2), thead th:nth-child(2), .notes td { text-align: start }
tbody th { white-space: normal; overflow-wrap: anywhere }
tbody tr:not(.notes) { border-top: 1px solid light-dark(#e3d9cb, #3d362f) }
.notes td { white-space: normal; padding-block: 0 .5rem }
.notes ul { margin: 0; color: light-dark(#655b50, #b9ac9d) }
b { border-radius: 1rem; padding: .1rem .6rem; white-space: nowrap; background: light-dark(#f1eae0, #2d2823) }
b.ok { background: light-dark(#e7f3e5, #1d3020); color: light-dark(#2c6a34, #98d19c) }
b.failed { background: light-dark(#fdebe7, #3f1f1a); color: light-dark(#a5281b, #ff9d8f) }
b.findings, b.due { background: light-dark(#fbf2d8, #362c12); color: light-dark(#75560a, #ecc863) }
@media (max-width: 60rem) {
  thead { position: absolute; clip-path: inset(50%) }
  table, tbody { display: block }
  tr { display: flex; flex-wrap: wrap; align-items: baseline }
  th:first-child { flex-basis: 100%; padding-block-end: 0 }
  tbody td:nth-child(n + 5) { display: none }
}
`

/** Replaces the page of a fleet in its store with what `page` gives, so that none written at the same time is lost. */
export async function writeFleetPage(store: StoreClient, page: () => Promise<string>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await store.ask('GET', PAGE_KEY, { taken: [404] }, async (response) => {
      await drained(response)
      return response.ok ? response.headers.get('etag') : null
    })
    const headers: Record<string, string> = before ? { 'If-Match': before } : { 'If-None-Match': '*' }
    const body = new TextEncoder().encode(await page())
    const asked = { body, headers: { ...(attempt < MAX_TRIES && headers), 'content-type': 'text/html; charset=utf-8' } }
    const { ok } = await store.ask('PUT', PAGE_KEY, { ...asked, taken: [409, 412, 501] }, drained)
    if (ok) return
  }
}
