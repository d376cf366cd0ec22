import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { SAMPLE } from '../replica/peer.ts'
import { copyOfCheckout, ROOT } from './copy-of-checkout.ts'
import { elsewhere } from './installed.ts'
import { runSteps, type Step } from './workflow.ts'

const SERVE = 'npx --no -- benchbook serve'

test('the commands of the tutorial, run in order, publish a site, and so does its nightly job', async ({ skip }) => {
  const place = await elsewhere()
  const service = await startService(await openCache(SAMPLE), { port: 0, impersonatesService: true })
  const [checkout, folder] = [copyOfCheckout(), await mkdtemp(join(tmpdir(), 'benchbook-tutorial-'))]
  onTestFinished(async () => {
    await service.close()
    for (const path of [join(place.folder, '..'), checkout, folder]) rmSync(path, { recursive: true, force: true })
  })
  rmSync(join(checkout, 'node_modules'), { recursive: true })
  const git = 'git -c user.name=a -c user.email=a@example.org'
  await place.run(`${git} init --quiet --bare "${folder}/guides.git"`)
  await place.run(`cd "${checkout}" && git init --quiet && git add . && ${git} commit --quiet --message=all`)
  const here = (line: string): string =>
    line
      .replace('https://github.com/benchbook/benchbook.git', `"${checkout}" benchbook`)
      .replace('https://www.example.org', new URL(service.api).origin)
      .replace('git@github.com:you/guides.git', `"${folder}/guides.git"`)
      .replace(/^git commit/, `${git} commit`)
  const lines = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').match(/(?<=^ {4}).+/gm) ?? []
  let cd = ''
  for (const line of lines) {
    if (line.startsWith('cd ')) cd = `${line} && `
    else if (line === SERVE) {
      const serving = place.start(`${cd}exec ${line} --port 0 --json`)
      const [said] = (await serving.stdout.take(1).toArray()) as [Buffer]
      const { url } = JSON.parse(said.toString()) as { url: string }
      expect(url).toMatch(/\/guides\/$/)
      await expect(fetch(url).then((page) => page.text())).resolves.toContain('<h1')
      process.kill(-(serving.pid ?? 0), 'SIGINT')
    } else {
      const { code, stdout, stderr } = await place.run(cd + here(line))
      skip(/npm (?:ci|install)/.test(line) && /ENOTFOUND|EAI_AGAIN|ENOTCACHED/.test(stderr), 'npm reaches no registry.')
      expect(code, `${line}\n${stdout}${stderr}`).toBe(0)
    }
  }
  const clone = join(folder, 'clone')
  expect(await place.run(`git clone --quiet --branch main "${folder}/guides.git" "${clone}"`)).toMatchObject({ code: 0 })
  const workflow = parse(readFileSync(join(clone, '.github/workflows/benchbook.yml'), 'utf8')) as { jobs: { export: { steps: Step[] } } }
  const env = JSON.parse((await place.run('node -p "JSON.stringify(process.env)"')).stdout) as NodeJS.ProcessEnv
  const { failed, ran, said } = await runSteps(workflow.jobs.export.steps, {
    folder: clone,
    store: join(folder, 'store'),
    env: { ...env, GITHUB_STEP_SUMMARY: join(folder, 'summary.md') },
    values: { 'secrets.BENCHBOOK_TOKEN': '', 'github.run_id': '1', 'steps.export.outcome': '' },
  })
  const lacking = /Missing: (\S+)@ from lock file/.exec(said)?.[1]
  skip(lacking !== undefined, `The registry has no ${lacking}, which a package names.`)
  expect(failed, said).toBe(false)
  expect(ran).toContain('actions/deploy-pages@v4')
})
