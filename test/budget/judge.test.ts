import { expect, onTestFinished, test } from 'vitest'
import { Judge, type Budget } from '../../src/budget/judge.ts'

function judgeWith(budget: Partial<Budget> = {}): Judge {
  const judge = new Judge(budget)
  onTestFinished(() => judge.close())
  return judge
}

const wiki = (contents_rendered: string) => ({ kind: 'wiki', text: JSON.stringify({ wikiid: 1, contents_rendered }) })
/** A second of work for a sanitizer. */
const DEAR = wiki('<p>x</p>'.repeat(90_000))

test('an answer of any size that is read within its budget may be read', async () => {
  const judge = judgeWith()
  expect(await judge.refusal(wiki('<p>Clean the contacts.</p>'.repeat(10_000)))).toBeUndefined()
  // What is wrong with it is for whoever reads it to say.
  expect(await judge.refusal({ kind: 'guide', text: '{"guideid":' })).toBeUndefined()
  expect(await judge.refusal({ kind: 'guide', text: '[[]]' })).toBeUndefined()
})

test('one that takes too long on the clock costs the process, and the next one is judged all the same', async () => {
  const judge = judgeWith({ timeoutMs: 1 })
  expect(await judge.refusal(DEAR)).toBe('reading it takes more than 0.001 s')
  expect(await judge.refusal(DEAR)).toBe('reading it takes more than 0.001 s')
})

test('one that takes too much work is told from one that waits for its turn', async () => {
  const judge = judgeWith({ workMs: 200 })
  const [dear, cheap] = await Promise.all([judge.refusal(DEAR), judge.refusal(wiki('x'))])
  expect(dear).toBe('reading it takes more than 0.2 s of work')
  expect(cheap).toBeUndefined()
})

test('one that takes too much memory costs the process, and the next one is judged all the same', async () => {
  const judge = judgeWith({ memoryMb: 32 })
  const large = { kind: 'guide', text: `[${'{"a":{}},'.repeat(1_000_000)}0]` }
  expect(await judge.refusal(large)).toBe('reading it takes more than 32 MB of memory')
  expect(await judge.refusal(wiki('x'))).toBeUndefined()
})
