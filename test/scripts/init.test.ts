import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { CI } from '../../src/cli/stages/ci.ts'
import { init } from '../../src/cli/stages/init.ts'
import { startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const FLAGS = ['--source', 'https://www.example.org', '--contact', 'you@example.org', '--lang', 'de,fr', '--name', 'Our "own"']

test('init writes a valid configuration, .gitignore, and a workflow', async () => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, '.gitignore'), 'dist/')
  expect(await benchbookHere(['init', ...FLAGS], { cwd })).toMatchObject({ code: 0, stderr: '' })
  expect((await readdir(cwd)).sort()).toEqual(['.github', '.gitignore', 'benchbook.config.mts'])
  expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toBe(
    'dist/\nnode_modules/\ncontent-cache/\ndist.*\npublished.sha256\n*.zip*\n*.zim*\npdf/\nexport.log\n',
  )
  const workflow = await readFile(join(cwd, '.github/workflows/benchbook.yml'), 'utf8')
  expect(workflow).toContain('run: npx --no -- benchbook export --if-changed --summary')
  expect(workflow).toContain('      - if: failure()\n        name: Open an issue')
  // The state that a build keeps for the next one is restored and saved.
  for (const kept of 'content-cache dist dist.changes.json dist.checked dist.hosts dist.media dist.sha256 dist.state published.sha256'.split(
    ' ',
  ))
    expect(workflow.split(`\n            ${kept}\n`), kept).toHaveLength(3)
  const { stdout } = await startBenchbook(['config', '--json'], { cwd }).ended
  const { options } = JSON.parse(stdout) as { options: Record<string, object> }
  expect(options).toMatchObject({
    'crawl.source': { value: 'https://www.example.org', from: 'file' },
    name: { value: 'Our "own"', from: 'file' },
    lang: { value: ['de', 'fr'], from: 'file' },
    site: { value: '', from: 'default' },
  })
})

test('init overwrites no configuration, workflow or line of .gitignore', async () => {
  const cwd = await temporaryFolder()
  await benchbookHere(['init', ...FLAGS], { cwd })
  expect(await benchbookHere(['init', ...FLAGS], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^benchbook: There is a configuration file already: .*\.mts\./) as string,
  })
  const ignored = await readFile(join(cwd, '.gitignore'), 'utf8')
  await writeFile(join(cwd, '.github/workflows/benchbook.yml'), 'mine')
  await rm(join(cwd, 'benchbook.config.mts'))
  expect((await benchbookHere(['init', ...FLAGS], { cwd })).stdout).toContain('Left .github/workflows/benchbook.yml as it is.')
  expect(await readFile(join(cwd, '.github/workflows/benchbook.yml'), 'utf8')).toBe('mine')
  expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toBe(ignored)
})

test('a job is added to an existing configuration, and nothing else', async () => {
  const cwd = await temporaryFolder()
  await benchbookHere(['init', ...FLAGS], { cwd })
  const { code, stdout } = await benchbookHere(['init', '--ci', 'systemd', '--json'], { cwd })
  expect([code, JSON.parse(stdout)]).toEqual([0, { written: ['benchbook.service', 'benchbook.timer'], left: [], ignored: [] }])
  expect((await benchbookHere(['init', '--ci', 'docker', '--name', 'Another'], { cwd })).code).toBe(2)
})

test('init asks for missing values, again after a wrong answer, and accepts empty answers', async () => {
  const folder = await temporaryFolder()
  const answers = ['', 'example', 'https://www.example.org/', 'jürgen', 'you@example.org', '', 'https://bench.github.io/wiki/', 'all']
  const asked: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    await init(folder, {}, async (question) => {
      asked.push(question)
      return answers[asked.length - 1] ?? ''
    })
  } finally {
    log.mockRestore()
  }
  expect(asked).toHaveLength(answers.length)
  expect(await readFile(join(folder, 'benchbook.config.mts'), 'utf8')).toBe(`import type { UserConfig } from 'benchbook'

export default {
  site: "https://bench.github.io/wiki/",
  lang: ["all"],
  crawl: {
    source: "https://www.example.org",
    contact: "you@example.org",
  },
  build: {
    target: ["github-pages"],
  },
} satisfies UserConfig
`)
})

test('init writes the jobs of the chosen CI systems, and docs/ci.md prints all of them', async () => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'Dockerfile'), 'mine')
  const { stdout } = await benchbookHere(['init', ...FLAGS, '--ci', 'gitlab, docker,systemd', '--json'], { cwd })
  expect(JSON.parse(stdout)).toEqual({
    written: ['benchbook.config.mts', '.gitlab-ci.yml', '.dockerignore', 'benchbook.service', 'benchbook.timer'],
    left: ['Dockerfile'],
    ignored: ['node_modules/', 'content-cache/', 'dist/', 'dist.*', 'published.sha256', '*.zip*', '*.zim*', 'pdf/', 'export.log'],
  })
  expect(await readFile(join(cwd, 'Dockerfile'), 'utf8')).toBe('mine')
  const page = await readFile(join(import.meta.dirname, '../../docs/ci.md'), 'utf8')
  const texts = Object.values(CI).flatMap((files) => Object.entries(files))
  const printed = texts.filter(([, text]) => page.includes(`\n${text}\`\`\`\n`)).map(([name]) => name)
  expect(printed).toEqual(texts.map(([name]) => name).filter((name) => name !== '.dockerignore'))
})
