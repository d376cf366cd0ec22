import { expect, test } from 'vitest'
import { withoutEmails } from '../../src/crawl/json.ts'

test.each([
  ['{"userid":7,"email":"a@b.example","username":"A"}', '{"userid":7,"username":"A"}'],
  ['[{"author":{"Email": "a@b.example", "e_mail":"c@d.example", "id":1}}]', '[{"author":{"id":1}}]'],
  ['{"emails":["a@b.example"],"contact_email_address":"a@b.example","x":[]}', '{"x":[]}'],
])('%s loses its addresses', (text, expected) => {
  expect(withoutEmails(text)).toBe(expected)
})

test.each([
  '{ "userid": 7,  "price": 1.0 }',
  '{"hierarchy": {"Email": null, "E-mail": {}}, "display_titles": {"Email": "E-mail"}}',
  '{"email": "" , "has_email": true}',
  '{"text_raw": "write \\"email\\": a@b.example"}',
])('%s stays as it came, letter by letter', (text) => {
  expect(withoutEmails(text)).toBe(text)
})
