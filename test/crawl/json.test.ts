import { expect, test } from 'vitest'
import { getJson, isTransientOrWrong, type JsonQuestion, withoutEmails } from '../../src/crawl/json.ts'
import { RequestError } from '../../src/errors.ts'
import { clientFor, listen } from './server.ts'
import { crawlSmall, guide } from './small-service.ts'

test.for([
  ['{"guideid": 1,', 'it ends too early'],
  ['{"guideid" 1}', 'the fault is at character 12'],
  ['{"guideid": }', 'a character is out of place'],
] as const)('an answer %s as application/json is reported as invalid JSON, with the reason', async ([body, why]) => {
  const { failures } = await crawlSmall({
    options: { retries: 0 },
    guides: [guide(1), guide(2)],
    instead: (path) => path === '/guides/1' && ((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)),
  })
  expect(failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(new RegExp(`/guides/1\\S* is not valid JSON: ${why}\\.$`))])
})

const question = { maxBytes: 10_000_000, understand: (value: unknown) => ({ ok: true, value }) as const }

async function answerOf(body: string | Buffer, headers: Record<string, string> = {}, rest: Partial<JsonQuestion<unknown>> = {}) {
  const server = await listen((request, response) => {
    const isKnown = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag
    response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : body)
  })
  return getJson(clientFor(server.url, { retries: 0 }), server.url, { ...question, ...rest }).then(
    ({ url, ...answer }) => ({ ...answer, isHere: url.startsWith(server.url) }),
    (thrown: unknown) => thrown,
  )
}

test('an answer has its text, value, validator and length', async () => {
  expect(await answerOf('{"a":"é"}', { etag: '"1"' })).toEqual({
    text: '{"a":"é"}',
    value: { a: 'é' },
    validator: '"1"',
    bytes: 10,
    isHere: true,
  })
})

test('an unchanged answer is the stored one and has no bytes', async () => {
  const stored = { text: '{"a":1}', validator: '"1"' }
  expect(await answerOf('{"a":2}', { etag: '"1"' }, { stored })).toMatchObject({
    text: '{"a":1}',
    value: { a: 1 },
    validator: '"1"',
    bytes: 0,
  })
  expect(await answerOf('{"a":2}', { etag: '"2"' }, { stored })).toMatchObject({ value: { a: 2 }, validator: '"2"', bytes: 7 })
})

test.each([
  ['<h1>x</h1>', 'text/plain', 'an HTML page'],
  [' \n<h1>x</h1>', 'text/plain', 'an HTML page'],
  [' \n ', 'text/plain', 'nothing'],
  ['hello', 'text/plain', 'text/plain'],
  ['hello', '', 'something unreadable'],
])('%j as "%s" is reported as %s', async (body, type, what) => {
  expect(await answerOf(body, type ? { 'content-type': type } : {})).toMatchObject({
    outcome: 'not JSON',
    message: expect.stringMatching(new RegExp(`answered with ${what} where JSON was expected\\.$`)) as string,
  })
})

test.each([
  [' [1, 2', 'it ends too early'],
  ['[1 2]  ', 'the fault is at character 4'],
])('%j is not valid JSON: %s', async (body, why) => {
  expect(await answerOf(body)).toMatchObject({
    outcome: 'not JSON',
    message: expect.stringMatching(new RegExp(`is not valid JSON: ${why}\\.$`)) as string,
  })
})

test('an answer of the wrong shape is refused with field and reason', async () => {
  const understand = () => ({ ok: false, field: 'steps', problem: 'is no list' }) as const
  expect(await answerOf('{}', {}, { understand })).toMatchObject({
    outcome: 'wrong shape',
    message: expect.stringMatching(/ has the wrong shape: steps: is no list\.$/) as string,
    facts: { field: 'steps' },
  })
})

test.for<[type: string, title: string]>([
  ['text/html; charset=ISO-8859-1', 'Gerät'],
  ['application/json;charset="windows-1252"', 'Gerät'],
  ['application/json; charset=utf-8', 'Ger\u{fffd}t'],
  ['application/json; charset=no-such', 'Ger\u{fffd}t'],
])('a single-byte body as %s is decoded by its type', async ([type, title]) => {
  expect(await answerOf(Buffer.from('{"title": "Gerät"}', 'latin1'), { 'content-type': type })).toMatchObject({ value: { title } })
})

test('deeply nested values are cut, and such an answer is not revalidated', async () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`
  let cuts = 0
  const onCut = () => {
    cuts++
  }
  const cut = await answerOf(deep, { etag: '"1"' }, { onCut })
  expect(cut).toMatchObject({ text: `${'['.repeat(201)}null${']'.repeat(201)}`, validator: '', bytes: 600 })
  await answerOf('[]', {}, { onCut })
  expect(cuts).toBe(1)
})

test('the number of values in a large answer is limited, however many pieces it comes in', async () => {
  const list = JSON.stringify(Array(600_000).fill(1))
  expect(await answerOf(list, {}, { maxValues: 600_002 })).toMatchObject({ bytes: list.length })
  expect(await answerOf(list, {}, { maxValues: 1000 })).toMatchObject({
    outcome: 'too large',
    message: expect.stringMatching(/ is not read: it holds more than 1,000 values\.$/) as string,
  })
})

test.each([
  ['wrong shape', true],
  ['not JSON', true],
  ['gone', false],
] as const)('whether a page of a list that is "%s" is requested again: %s', (outcome, isAskedAgain) => {
  expect(isTransientOrWrong(new RequestError(outcome, 'x'))).toBe(isAskedAgain)
})

test.each([
  ['{"userid":7,"email":"a@b.example","username":"A"}', '{"userid":7,"username":"A"}'],
  ['[{"author":{"Email": "a@b.example", "e_mail":"c@d.example", "id":1}}]', '[{"author":{"id":1}}]'],
  ['{"emails":["a@b.example"],"contact_email_address":"a@b.example","x":[]}', '{"x":[]}'],
])('the addresses in %s are removed', (text, expected) => {
  expect(withoutEmails(text)).toBe(expected)
})

test.each([
  '{ "userid": 7,  "price": 1.0 }',
  '{"hierarchy": {"Email": null, "E-mail": {}}, "display_titles": {"Email": "E-mail"}}',
  '{"email": "" , "has_email": true}',
  '{"text_raw": "write \\"email\\": a@b.example"}',
])('%s is kept unchanged', (text) => {
  expect(withoutEmails(text)).toBe(text)
})
