import { expect, test } from 'vitest'
import { documentOf, ofKind } from './documents.ts'
import { searchForAll } from './opened.ts'

const tag = (name: string) => documentOf(`/tag/${name}/`, name, { rank: 2, ...ofKind('tag') })

const search = searchForAll([
  tag('battery'),
  tag('quick win'),
  tag('kettle'),
  documentOf('/guide/1/', 'Phone Battery Replacement', { text: 'Warm the glue. '.repeat(60) }),
  documentOf('/guide/2/', 'Battery Care', { text: 'Charge it to the half. '.repeat(60) }),
  documentOf('/guide/3/', 'Descaling', { text: 'Fill the kettle with acid.' }),
  documentOf('/category/kettle/', 'Kettle', { rank: 2, ...ofKind('category') }),
])

test('the page of a tag is found by its name, whatever its guides are called', async () => {
  const [first] = await search.find('quick win')
  expect(first).toMatchObject({ href: expect.stringMatching(/\/tag\/quick win\/$/) as string, kind: 'tag', excerpt: '' })
})

test('it stands behind the guides and pages that are called like it, though its whole title was typed', async () => {
  for (const text of ['battery', 'Battery', 'batteries']) expect((await search.titles(text)).at(-1), text).toBe('battery')
  expect((await search.find('kettle'))[0]).toMatchObject({ kind: 'category' })
  expect(await search.titles('phone battery')).toEqual(expect.arrayContaining(['Phone Battery Replacement']))
  expect((await search.titles('phone battery'))[0]).toBe('Phone Battery Replacement')
})
