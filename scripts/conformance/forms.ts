import type { Check } from './check.ts'
import { must } from './law.ts'
import type { Peer } from './peer.ts'

async function isXml(peer: Peer, path: string): Promise<string> {
  const { status, headers, text } = await peer.ask(path)
  must(status === 200, `expected 200, got ${status}: ${text.slice(0, 200)}`)
  must(
    /^(application|text)\/xml\b/.test(headers.get('content-type') ?? ''),
    `expected XML, got ${headers.get('content-type') ?? 'no content type'}`,
  )
  must(/^\s*(<\?xml[^>]*>\s*)?<[a-z]\w*[\s>]/i.test(text), `no XML: ${text.slice(0, 100)}`)
  return text
}

export const FORM_CHECKS: readonly Check[] = [
  {
    name: 'forms: type=XML gives a guide as XML, with each step',
    async run(peer, known) {
      const guide = await known.guideWith(({ steps }) => steps.length > 0, 'no guide has a step')
      const xml = await isXml(peer, `/guides/${guide.guideid}?type=XML&excludePrerequisiteSteps`)
      must(xml.includes(String(guide.guideid)), 'the guideid is missing')
      const lost = guide.steps.find(({ stepid }) => !xml.includes(String(stepid)))
      must(lost === undefined, `step ${lost?.stepid} is missing`)
    },
  },
  {
    name: 'forms: type=XML gives a category as XML',
    async run(peer, known) {
      const [{ title }] = await known.wikis('CATEGORY')
      await isXml(peer, `/wikis/CATEGORY/${encodeURIComponent(title)}?type=XML`)
    },
  },
  {
    name: 'forms: ?pretty gives the same JSON over many lines',
    async run(peer, known) {
      const [{ guideid }] = await known.guides()
      const [plain, pretty] = [await peer.ask(`/guides/${guideid}`), await peer.ask(`/guides/${guideid}?pretty`)]
      must(pretty.status === 200 && pretty.text.trim().split('\n').length > 10, 'it is not spread over lines')
      must(JSON.stringify(JSON.parse(pretty.text)) === JSON.stringify(JSON.parse(plain.text)), 'it says something else')
    },
  },
  {
    name: 'forms: pages of other origins may read (CORS)',
    async run(peer) {
      const { headers } = await peer.ask('/guides?limit=1', { headers: { origin: 'https://elsewhere.example' } })
      const allowed = headers.get('access-control-allow-origin') ?? ''
      must(['*', 'https://elsewhere.example'].includes(allowed), `Access-Control-Allow-Origin is "${allowed}"`)
    },
  },
  {
    name: 'forms: ?pretty gives errors over many lines, too',
    async run(peer) {
      const { text } = await peer.refusal('/wikis/CATEGORY/xqzvjwk%20xqzvjwk?pretty', [404])
      must(text.trim().split('\n').length > 2, 'it is not spread over lines')
    },
  },
  {
    name: 'forms: the preflight of a browser lets a token through, and the headers that clients send',
    async run(peer) {
      const asked = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-allow-http,x-app-id',
      }
      const { status, headers } = await peer.ask('/guides', { method: 'OPTIONS', headers: asked })
      must(status === 200 || status === 204, `expected 200 or 204, got ${status}`)
      const allowed = headers.get('access-control-allow-headers') ?? ''
      for (const name of ['Authorization', 'X-ALLOW-HTTP', 'X-App-Id'])
        must(new RegExp(`${name}|\\*`, 'i').test(allowed), `${name} may not be sent`)
    },
  },
]
