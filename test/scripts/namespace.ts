import { spawnSync } from 'node:child_process'

const UNSHARE = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount']

/** Why there can be no file system of our own here; '' when there can. */
export const whyNoNamespace = refusal()

/**
 * The words that run a command where `folder` is a file system of its own, mounted with these options (`ro`, `size=1m`). It is gone
 * when the command is; `before` and `after` are shell commands around it.
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
