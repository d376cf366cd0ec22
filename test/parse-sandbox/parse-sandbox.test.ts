import { expect, onTestFinished, test } from 'vitest'
import { ParseSandbox, type Budget } from '../../src/parse-sandbox/parse-sandbox.ts'

function sandboxWith(budget: Partial<Budget> = {}): ParseSandbox {
  const sandbox = new ParseSandbox(budget)
  onTestFinished(() => sandbox.close())
  return sandbox
}

const wiki = (contents_rendered: string) => ({ kind: 'wiki', text: JSON.stringify({ wikiid: 1, contents_rendered }) })
/** A second of work for a sanitizer. */
const DEAR = wiki('<p>x</p>'.repeat(90_000))

test('an answer of any size that is parsed within its budget is allowed', async () => {
  const sandbox = sandboxWith()
  expect(await sandbox.refusal(wiki('<p>Clean the contacts.</p>'.repeat(10_000)))).toBeUndefined()
  // Errors in it are left to its reader.
  expect(await sandbox.refusal({ kind: 'guide', text: '{"guideid":' })).toBeUndefined()
  expect(await sandbox.refusal({ kind: 'guide', text: '[[]]' })).toBeUndefined()
})

test('an answer that takes too long ends the process, and the next one is still judged', async () => {
  const sandbox = sandboxWith({ timeoutMs: 1 })
  expect(await sandbox.refusal(DEAR)).toBe('reading it takes more than 0.001 s')
  expect(await sandbox.refusal(DEAR)).toBe('reading it takes more than 0.001 s')
})

test('an answer that takes too much work is distinguished from one waiting for its turn', async () => {
  const sandbox = sandboxWith({ workMs: 200 })
  const [dear, cheap] = await Promise.all([sandbox.refusal(DEAR), sandbox.refusal(wiki('x'))])
  expect(dear).toBe('reading it takes more than 0.2 s of work')
  expect(cheap).toBeUndefined()
})

test('an answer that takes too much memory ends the process, and the next one is still judged', async () => {
  const sandbox = sandboxWith({ memoryMb: 32 })
  const large = { kind: 'guide', text: `[${'{"a":{}},'.repeat(1_000_000)}0]` }
  expect(await sandbox.refusal(large)).toBe('reading it takes more than 32 MB of memory')
  expect(await sandbox.refusal(wiki('x'))).toBeUndefined()
})
