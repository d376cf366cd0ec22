import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { parseWhole } from '../cache/parse-stored.ts'
import { resolveWorkerUrl, ROOT } from '../installation.ts'

const COMMAND = join(ROOT, 'scripts/benchbook.mjs')

const counts = z.object({ fetched: z.number(), gone: z.number(), failed: z.number() })
const messages = z.array(z.object({ message: z.string() }))
const changes = z.object({ added: z.number(), changed: z.number(), removed: z.number() })
/** The parts of the reports that a night keeps. */
const outputSchema = z.object({
  crawl: z.object({ requests: z.number(), counts: z.record(z.string(), counts), complaints: messages }).optional(),
  build: z.object({ pages: z.number(), keptPages: z.number(), changes }).optional(),
  check: z.object({ findings: z.array(z.object({ what: z.string() })) }).optional(),
  error: z.object({ message: z.string(), code: z.string().optional() }).optional(),
})

/** A command that has ended, with its reports by stage. */
export const endedSchema = z.object({ command: z.string(), exitCode: z.number(), ms: z.number(), output: outputSchema })
export type Ended = z.infer<typeof endedSchema>

interface Running {
  cwd: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Called with a line about the work, every second. */
  onLine: (line: string) => void
}

/**
 * Runs a command of Benchbook, which prints JSON, in a process of its own, which ends with this one. Its stage names a report that is not already by
 * stage. Throws the signal's reason, without waiting for the end of the process: it has a second for it.
 */
export async function runCommand(
  words: readonly string[],
  stage: string | undefined,
  { cwd, env, signal, onLine }: Running,
): Promise<Ended> {
  signal.throwIfAborted()
  const start = performance.now()
  onLine(`Starting ${words[0]}`)
  const child = fork(resolveWorkerUrl(new URL('./command-process.ts', import.meta.url)), [COMMAND, ...words], {
    cwd,
    env,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name]?.setEncoding('utf8').on('data', (text: string) => (texts[name] += text))
  // Thrown below.
  child.on('error', () => undefined)
  child.on('message', (line: string) => onLine(line))
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    const [code, how] = (await once(child, 'close', { signal })) as [number | null, string | null]
    const report = parseWhole(texts.stdout)
    const isError = typeof report === 'object' && report !== null && 'error' in report
    const { data } = outputSchema.safeParse(stage === undefined || isError ? report : { [stage]: report })
    const said = texts.stderr.trim().split('\n').at(-1)
    const output = data ?? { error: { message: `It ended without a report (${how ?? `exit code ${code}`}): ${said || 'it said nothing'}` } }
    return { command: words[0] ?? '', exitCode: data ? (code ?? 2) : 2, ms: Math.round(performance.now() - start), output }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
