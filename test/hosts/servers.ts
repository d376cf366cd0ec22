import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, whyNo } from '../tools.ts'

/** A site as a build left it: `root` is the folder of the server, `beside` that of the files for hosts. */
export interface Placed {
  root: string
  beside: string
  /** For Caddy and nginx, those of other sites on the same host. */
  alsoBeside?: readonly string[]
  /** Other content of the host's block; for Apache, of the configuration. */
  more?: string
}

export interface Server {
  origin: string
  stop: () => Promise<void>
}

type Name = 'nginx' | 'caddy' | 'apache'

const PROGRAMS: Record<Name, string> = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy', apache: '/usr/sbin/apache2' }
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
const MODULES = '/usr/lib/apache2/modules'

/** Why a server cannot be tested on this machine; '' if it can. */
export const whyNot = (name: Name): string =>
  name === 'nginx'
    ? whyNo('nginx', 'nginx-light') || (existsSync(BROTLI) ? '' : 'libnginx-mod-http-brotli-static is not installed')
    : whyNo(name === 'apache' ? 'apache2' : name)

/** Starts a server on loopback, on a free port, with our files and without the machine's own configuration. */
export async function startServer(name: Name, site: Placed): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), `benchbook-${name}-`))
  await chmod(home, 0o755)
  await mkdir(join(home, 'temporary'))
  const port = await freePort()
  const args = await { nginx: nginxArgs, caddy: caddyArgs, apache: apacheArgs }[name](home, port, site)
  const child = spawn(PROGRAMS[name], args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await untilItListens(child, port)
  } catch {
    await stop()
    throw new Error(`${name} did not start:\n${said}`)
  }
  return { origin: `http://127.0.0.1:${port}`, stop }
}

async function untilItListens(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    const socket = connect(port, '127.0.0.1')
    const [listens] = await Promise.race([once(socket, 'connect').then(() => [true]), once(socket, 'error').then(() => [false])]).catch(
      () => [false],
    )
    socket.destroy()
    if (listens) return
    await sleep(100)
  }
  throw new Error('It does not listen.')
}

/** The child processes of servers run by root run as another user. */
const IS_ROOT = process.getuid?.() === 0

async function nginxArgs(home: string, port: number, { root, beside, alsoBeside = [], more = '' }: Placed): Promise<string[]> {
  const all = (file: string) => [beside, ...alsoBeside].map((folder) => `include ${folder}/${file};`).join('\n    ')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/temporary;`)
  const text = `load_module ${BROTLI};
${IS_ROOT ? 'user www-data;' : ''}
daemon off;
pid ${home}/nginx.pid;
error_log stderr;
events {}
http {
    include /etc/nginx/mime.types;
    access_log off;
    ${folders.join('\n    ')}
    include ${beside}/nginx-shared.conf;
    ${all('nginx-http.conf')}
    server {
        listen 127.0.0.1:${port};
        root ${root};
        ${all('nginx-server.conf')}
${more}
    }
}
`
  await writeFile(join(home, 'nginx.conf'), text)
  return ['-c', join(home, 'nginx.conf'), '-p', home]
}

/** The name of what a Caddyfile of ours declares. */
const snippetOf = (beside: string): string => /^\((\w+)\)/m.exec(readFileSync(join(beside, 'Caddyfile'), 'utf8'))?.[1] ?? ''

async function caddyArgs(home: string, port: number, { root, beside, alsoBeside = [], more = '' }: Placed): Promise<string[]> {
  const all = [beside, ...alsoBeside]
  const text = `{
	admin off
	auto_https off
}
${all.map((folder) => `import ${folder}/Caddyfile`).join('\n')}
http://:${port} {
	bind 127.0.0.1
	root * ${root}
${all.map((folder) => `	import ${snippetOf(folder)}`).join('\n')}
${more}
}
`
  await writeFile(join(home, 'Caddyfile'), text)
  return ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile']
}

async function apacheArgs(home: string, port: number, { root, more = '' }: Placed): Promise<string[]> {
  const modules =
    'mpm_event authn_core authn_file authz_core authz_user auth_basic mime dir rewrite headers negotiation autoindex filter deflate setenvif socache_shmcb ssl'.split(
      ' ',
    )
  const text = `${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${home}/apache.pid
DefaultRuntimeDir ${home}
ErrorLog ${home}/error.log
TypesConfig /etc/mime.types
${IS_ROOT ? 'User www-data\nGroup www-data' : ''}
DocumentRoot ${root}
AddOutputFilterByType DEFLATE text/html text/css application/json
<Directory ${root}>
    Options Indexes FollowSymLinks
    AllowOverride All
    Require all granted
</Directory>
${more}
`
  await writeFile(join(home, 'apache.conf'), text)
  return ['-d', home, '-f', join(home, 'apache.conf'), '-DFOREGROUND']
}
