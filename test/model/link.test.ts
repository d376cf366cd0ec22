import { describe, expect, test } from 'vitest'
import { readSourceLink } from '../../src/model/link.ts'
import type { Namespace, Ref } from '../../src/model/ref.ts'

const origins = ['https://www.example.org', 'http://127.0.0.1:8080']
const guide = (guideid: number, stepid?: number): Ref => ({ kind: 'guide', guideid, ...(stepid && { stepid }) })
const wiki = (namespace: Namespace, title: string): Ref => ({ kind: 'wiki', namespace, title })

describe('a link to a record is recognised', () => {
  test.each<[string, Ref]>([
    ['/Guide/Some+Title/123', guide(123)],
    ['/Guide/-/123', guide(123)],
    ['/Guide/123', guide(123)],
    ['/Guide/x/9007199254740991', guide(9007199254740991)],
    ['/guide/Some-Title/123/', guide(123)],
    ['/Guide/Caf%C3%A9+%2F+Bar+%26+Grill/123?lang=de', guide(123)],
    ['/Guide/100%+Cotton/123', guide(123)],
    ['/Guide/Some+Title/123#s456', guide(123, 456)],
    ['/Teardown/X/10525/1#s38274', guide(10525, 38274)],
    ['/Teardown/X/10525/2', guide(10525)],
    ['/Anleitung/Wasserkocher+entkalken/7', guide(7)],
    ['/Tutoriel/Titre/8', guide(8)],
    ['/Gu%C3%ADa/T%C3%ADtulo/9', guide(9)],
    ['/Guía/Título/9', guide(9)],
    ['https://www.example.org/Guide/Some+Title/123', guide(123)],
    ['http://www.example.org/Guide/Some+Title/123', guide(123)],
    ['//www.example.org/Guide/Some+Title/123', guide(123)],
    ['http://127.0.0.1:8080/Guide/Some+Title/123', guide(123)],
    [' /Guide/Some+Title/123 ', guide(123)],
    ['//de.example.org/Anleitung/Akku/123', guide(123)],
    ['https://pt-br.example.org/Guide/Bateria/123', guide(123)],
    ['https://example.org/Guide/Some+Title/123', guide(123)],
    ['/K%C4%B1lavuz/Pil/123', guide(123)],
    ['/Guide/Repair/Installing-Battery/123/1', guide(123)],
    ['/Guide/First-Look/Phone+12/123', guide(123)],
    ['/Guide/AC/DC+adapter/123', guide(123)],
    ['/Guide/12/123', guide(123)],
    ['/Troubleshooting/Kettle/Will+not+start/478532', wiki('WIKI', 'Will not start')],
    ['/Device/Electric_Kettle', wiki('CATEGORY', 'Electric Kettle')],
    ['/Device/Dell+XPS+15%22', wiki('CATEGORY', 'Dell XPS 15"')],
    ['/Device/AC%2FDC_Adapter', wiki('CATEGORY', 'AC/DC Adapter')],
    ['/Topic/Coffee%20Maker', wiki('CATEGORY', 'Coffee Maker')],
    ['/c/Mac_Laptop', wiki('CATEGORY', 'Mac Laptop')],
    ['/Item/Spudger', wiki('ITEM', 'Spudger')],
    ['/Info/Licensing', wiki('INFO', 'Licensing')],
    ['/Wiki/Soldering_101', wiki('WIKI', 'Soldering 101')],
    ['/Wiki/100%', wiki('WIKI', '100%')],
    ['/User/41/Some+Name', { kind: 'user', userid: 41 }],
    ['/User/41', { kind: 'user', userid: 41 }],
    ['/Team/3/The+Menders', { kind: 'team', teamid: 3 }],
    ['/Tags/spring+cleaning', { kind: 'tag', tag: 'spring cleaning' }],
    ['/Document/a1B2c3D4/kettle-manual.pdf', { kind: 'document', guid: 'a1B2c3D4' }],
  ])('%s', (href, ref) => {
    expect(readSourceLink(href, origins)?.ref).toEqual(ref)
  })
})

describe('a link that is not to a record is left alone', () => {
  const beyond = '99999999999999999999999'
  test.each([
    [
      'of another host',
      'https://elsewhere.example/Guide/A/1 https://www.example.org.evil.example/Guide/A/1 https://www.example.org:8443/Guide/A/1 https://shop.example.org/Guide/A/1 https://de.www.example.org/Guide/A/1',
    ],
    ['to another page', '/ /Guide/ /Guide/login/register /User/Contributions/41 /Device /Device/ /Store/Spudger'],
    ['within a page', '#Section_Tools'],
    ['to nothing', ''],
    ['that is no web address', 'mailto:someone@example.org javascript:alert(1) http://['],
    [
      'with a word that every object knows',
      '/constructor/Kettle /__proto__/Kettle /toString/Kettle /hasOwnProperty/Kettle /valueOf/Kettle',
    ],
    ['with a number larger than any id', `/Guide/x/${beyond} /Guide/${beyond} /User/${beyond} /Team/9007199254740993`],
  ])('%s', (_, hrefs) => {
    for (const href of hrefs.split(' ')) expect(readSourceLink(href, origins), href).toBeUndefined()
  })
})

test('the fragment of a wiki link is kept', () => {
  expect(readSourceLink('/Wiki/Soldering#Section_Flux', origins)).toEqual({ ref: wiki('WIKI', 'Soldering'), fragment: 'Section_Flux' })
})
