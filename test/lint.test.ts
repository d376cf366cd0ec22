import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const HELD = /^regexp\/|^no-restricted-syntax$/
const eslint = new ESLint({ cwd: resolve(import.meta.dirname, '..'), ruleFilter: ({ ruleId }) => HELD.test(ruleId) })
const RULES = ['regexp/no-super-linear-backtracking', 'regexp/no-super-linear-move']

async function findings(expression: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`export const expression = ${expression}\n`, { filePath: 'scripts/benchbook.mjs' })
  return result?.messages.map(({ ruleId }) => ruleId) ?? []
}

test.each([
  [String.raw`/^\s*#[ \t]+(.+?)[ \t]*$/`, 'regexp/no-super-linear-backtracking'],
  [String.raw`/^(?:a+)+b$/`, 'regexp/no-super-linear-backtracking'],
  [String.raw`/\/+$/`, 'regexp/no-super-linear-move'],
  [String.raw`/<[^>]+>/`, 'regexp/no-super-linear-move'],
])('npm run lint refuses %s, which takes more than linear time', async (expression, rule) => {
  expect(await findings(expression)).toContain(rule)
})

test.each([String.raw`/(?<!\/)\/+$/`, '/<[^<>]+>/', String.raw`/^([*#]+)\s+(\S.*)$/`])(
  'npm run lint lets %s pass, which takes linear time',
  async (expression) => {
    expect(await findings(expression)).toEqual([])
  },
)

test.each(['src/routes.ts', 'src/layouts/Page.astro', 'scripts/demo.ts', 'scripts/benchbook.mjs'])(
  'expressions in %s are held to linear time',
  async (path) => {
    const { rules } = (await eslint.calculateConfigForFile(path)) as { rules: Record<string, [severity: number]> }
    expect(RULES.map((rule) => rules[rule]?.[0])).toEqual([2, 2])
  },
)

test.each([
  'document.body.innerHTML = text',
  'document.body.outerHTML += text',
  "document.body['innerHTML'] = text",
  'frame.srcdoc = text',
  "document.body.insertAdjacentHTML('beforeend', text)",
  'document.write(text)',
  'range.createContextualFragment(text)',
])('npm run lint refuses %s in src', async (statement) => {
  const [result] = await eslint.lintText(`${statement}\n`, { filePath: 'src/components/frame/theme.js' })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['no-restricted-syntax'])
})

test.each(['document.body.append(text)', 'document.body.textContent = text', 'show(document.body.innerHTML)', 'stream.write(text)'])(
  'npm run lint lets %s pass in src',
  async (statement) => {
    const [result] = await eslint.lintText(`${statement}\n`, { filePath: 'src/components/frame/theme.js' })
    expect(result?.messages).toEqual([])
  },
)
