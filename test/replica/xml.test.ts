import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { ask, record, serve } from './peer.ts'

const guide = {
  guideid: 1,
  title: 'A & B <c> "d" ]]> \u0000\ud800x',
  public: true,
  conclusion_raw: null,
  flags: [],
  image: { '140x105': 'https://media.example/a', standard: 's' },
  steps: [{ orderby: 1, lines: [{ text_raw: 'é' }, { text_raw: '' }] }, { orderby: 2 }],
}
const content = {
  records: [
    record('guide', '1', guide),
    record('wiki', 'CATEGORY/Kettle', { title: 'Kettle' }),
    record('wiki', 'INFO/About', { title: 'About' }),
  ],
}

/** The elements with their text, as an XML parser sees them. */
function read(xml: string): string[] {
  const seen: string[] = []
  let path = ''
  const parser = new Parser(
    {
      onopentag(name, { name: own }) {
        path += `/${name}${own ? `[${own}]` : ''}`
      },
      ontext(text) {
        if (text.trim()) seen.push(`${path}=${text}`)
      },
      onclosetag() {
        path = path.slice(0, path.lastIndexOf('/'))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  expect(path).toBe('')
  return seen
}

test('a guide as XML has its members as elements, list items as items, and only characters valid in XML', async () => {
  const service = await serve(content)
  for (const path of ['/guides/1?type=XML', '/guides/1?type=xml&pretty']) {
    const response = await fetch(service.api + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const xml = await response.text()
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<guide>/)
    const elements = read(xml)
    for (const element of [
      '/guide/guideid=1',
      '/guide/public=true',
      '/guide/image/standard=s',
      `/guide/image/member[140x105]=${service.url}/media/media.example/a`,
      '/guide/steps/item/lines/item/text_raw=é',
      '/guide/steps/item/orderby=2',
    ])
      expect(elements).toContain(element)
    expect(xml).toContain('<title>A &amp; B &lt;c&gt; &quot;d&quot; ]]&gt; \ufffdx</title>')
  }
})

test('of wikis only categories have XML, and no list has', async () => {
  const service = await serve(content)
  expect(await (await fetch(`${service.api}/wikis/CATEGORY/Kettle?type=XML`)).text()).toContain('<wiki><title>Kettle</title></wiki>')
  for (const path of ['/wikis/INFO/About?type=XML', '/sites/info?type=XML', '/wikis/CATEGORY/Kettle/children?type=XML'])
    expect([path, (await ask(service, path)).status]).toEqual([path, path.startsWith('/sites') ? 404 : 422])
})
