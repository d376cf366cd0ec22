import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CONTENT_POLICY, SAFETY_HEADERS } from '../src/policy.ts'

test('the policy allows nothing inside the markup and no eval', () => {
  expect(CONTENT_POLICY).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|data:|blob:/)
  expect(CONTENT_POLICY).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /)
})

test('docs/hosting.md gives the headers that a build writes', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/hosting.md'), 'utf8')
  const told = [...(page.split('## Headers')[1] ?? '').matchAll(/^([A-Z][\w-]+): (.+)$/gm)].map(([, name, value]) => [name, value])
  expect(Object.fromEntries(told)).toEqual(SAFETY_HEADERS)
  for (const directive of CONTENT_POLICY.split('; ')) expect(page.split('## Headers')[0]).toContain(directive.split(' ')[0])
})
