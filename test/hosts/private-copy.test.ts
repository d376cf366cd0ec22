import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, whyNo } from '../tools.ts'
import { startServer, whyNot } from './servers.ts'
import { hostFolder, smallSite } from './small-site.ts'

const DOCS = readFileSync('docs/hosting.md', 'utf8').split('## A private copy')[1] ?? ''

const root = hostFolder()

const statusOf = (port: number, path: string, auth?: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { hostname: '127.0.0.1', servername: 'guides.example.org', port, path, auth, agent: false, rejectUnauthorized: false }
    get({ ...options, headers: { host: `guides.example.org:${port}` } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    }).once('error', reject)
  })

test.for(['nginx', 'caddy', 'apache'] as const)('the block for %s requires a private copy’s password, over TLS', async (name, { skip }) => {
  const why = whyNot(name) || whyNo('htpasswd', 'apache2-utils') || whyNo('openssl')
  skip(why !== '', why)
  const site = await smallSite(root, '/docs/')
  const [pem, key, users] = ['guides.pem', 'guides.key', 'users'].map((file) => join(root, '..', file))
  const port = await freePort()
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=guides.example.org'
  execFileSync('openssl', [...request.split(' '), '-keyout', key ?? '', '-out', pem ?? ''], { stdio: 'pipe' })
  execFileSync('htpasswd', ['-B', '-b', '-c', users ?? '', 'you', 'sesame'], { stdio: 'pipe' })
  for (const path of [pem, key, users]) chmodSync(path ?? '', 0o644)
  const block = new RegExp(`^\`\`\`${name}\n(?:include|import) ?.*\n(?:include .*\n)?|^\`\`\`${name}\n`, 'm').exec(DOCS)
  const text = DOCS.slice((block?.index ?? 0) + (block?.[0].length ?? 0)).split('\n```')[0] ?? ''
  const here = text
    .replaceAll('/srv/hosts/docs', site.beside)
    .replaceAll('/srv/site', root)
    .replaceAll('/etc/ssl/guides.pem', pem ?? '')
    .replaceAll('/etc/ssl/guides.key', key ?? '')
    .replace(/\/etc\/\w+\/guides\.htpasswd/, users ?? '')
    .replace(
      'NAME HASH',
      readFileSync(users ?? '', 'utf8')
        .trim()
        .replace(':', ' '),
    )
    .replace(/^guides\.example\.org/m, `https://guides.example.org:${port}`)
    .replace(/listen 443/, `listen 127.0.0.1:${port}`)
    .replace('*:443', `127.0.0.1:${port}`)
  // The block goes where the server's own would end.
  const more = name === 'apache' ? `Listen 127.0.0.1:${port}\n${here}` : `}\n${here.replace(/\}\s*$/, '')}`
  const { stop } = await startServer(name, { ...site, more })
  onTestFinished(stop)
  for (const path of ['/docs/guide/1/', '/docs/', '/docs/media/3f/a.pdf', '/docs/nothing/', '/docs/guide/1'])
    expect([path, await statusOf(port, path)]).toEqual([path, 401])
  expect(await statusOf(port, '/docs/guide/1/', 'you:wrong')).toBe(401)
  expect(await statusOf(port, '/docs/guide/1/', 'you:sesame')).toBe(200)
  expect(await statusOf(port, '/docs/nothing/', 'you:sesame')).toBe(404)
})
