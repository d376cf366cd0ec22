import { expect, test } from 'vitest'
import { asFactory, asFunction, functionIn } from '../../../src/search/pagefind/classic.ts'

type Made = (fetch: unknown, document: unknown) => Record<string, unknown>
// oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
const made = (module: string) => new Function(`return ${asFunction(module)}`)() as Made

test('each call makes a module of its own, which reads and fetches with what it is given', () => {
  const module = made('let count=0;const ask=()=>fetch(document+import.meta.url);const add=()=>++count;export{ask,add};')
  const [one, other] = [1, 2].map(() => module((text: string) => `fetched ${text}`, 'a document, ') as Record<string, () => unknown>)
  expect([one?.add?.(), one?.add?.(), other?.add?.()]).toEqual([1, 2, 1])
  expect(one?.ask?.()).toBe('fetched a document, undefined')
})

test.each([['import a from "b";export{a}'], ['export const a=1'], ['const a=1;export{a as b}'], ['']])(
  'a module of another form is refused: %s',
  (module) => {
    expect(() => asFunction(module)).toThrow(TypeError)
  },
)

test('the module that lies beside an index exports that function, and a script for a disk takes it from there', async () => {
  const module = 'const ask=()=>fetch(document);export{ask};'
  const factory = asFactory(module)
  const made = (await import(`data:text/javascript,${encodeURIComponent(factory)}`)) as { default: Made }
  expect((made.default((text: string) => `fetched ${text}`, 'it').ask as () => unknown)()).toBe('fetched it')
  expect(functionIn(factory)).toBe(asFunction(module))
})
