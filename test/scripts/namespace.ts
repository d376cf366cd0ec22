import { spawnSync } from 'node:child_process'

const UNSHARE = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount']

/** Why a file system of our own is impossible here; '' if possible. */
export const whyNoNamespace = refusal()

/**
 * The words that run a command where `folder` is a separate file system, mounted with these options (`ro`, `size=1m`). It is removed after
 * the command; `before` and `after` are shell commands around it.
 */
export function inNamespace(
  folder: string,
  options: string,
  { before = 'true', after = 'true' }: { before?: string; after?: string } = {},
): string[] {
  const script = `mount -t tmpfs -o ${options} tmpfs ${folder} && ${before} && { "$@"; code=$?; ${after}; exit $code; }`
  return [...UNSHARE, 'sh', '-c', script, 'sh']
}

function refusal(): string {
  const [program, ...words] = [...UNSHARE, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']
  const { error, status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return status === 0 ? '' : `this machine lets us mount no file system: ${error?.message ?? stderr.trim()}`
}
