import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * For `node --import`, see steps.ts: logs to the file STEPS what the command changes on the disk, which processes it starts and what it
 * receives from them. Before the step named by STEP it kills itself; with HOLD it waits as long as the file STEPS.held exists, with FAIL
 * the step fails with that error.
 */
const { STEPS = '', STEP = '', HOLD, FAIL } = process.env
const held = `${STEPS}.held`
const log = fs.openSync(STEPS, 'a')
const { existsSync, writeFileSync, writeSync } = fs
let count = 0
let isPast = STEP === ''

function step(...words: string[]): void {
  const name = words.join(' ')
  writeSync(log, `${name}\n`)
  count++
  if (isPast || !(/^\d+$/.test(STEP) ? count === Number(STEP) : new RegExp(STEP).test(name))) return
  isPast = true
  if (FAIL) throw Object.assign(new Error(`${FAIL}: made to fail, ${name}`), { code: FAIL, syscall: words[0], path: words[1] })
  if (!HOLD) process.kill(process.pid, 'SIGKILL')
  writeFileSync(held, '')
  const never = new Int32Array(new SharedArrayBuffer(4))
  while (existsSync(held)) Atomics.wait(never, 0, 0, 5)
}

type Call = (...args: unknown[]) => unknown

function tell(place: object, name: string, paths: number, isAsync = false): void {
  const calls = place as Record<string, Call>
  const call = calls[name] as Call
  calls[name] = (...args) => {
    try {
      if (!name.startsWith('open') || /[wax+]/.test(String(args[1]))) step(name.replace(/Sync$/, ''), ...args.slice(0, paths).map(String))
    } catch (error) {
      if (isAsync) return Promise.reject(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
    return call(...args)
  }
}

const PATHS = {
  mkdir: 1,
  writeFile: 1,
  appendFile: 1,
  open: 1,
  rm: 1,
  unlink: 1,
  utimes: 1,
  rename: 2,
  link: 2,
  symlink: 2,
  copyFile: 2,
  cp: 2,
}
for (const [name, paths] of Object.entries(PATHS)) {
  tell(fs.promises, name, paths, true)
  tell(fs, `${name}Sync`, paths)
}
tell(fs, 'open', 1)

const fork = childProcess.fork as (file: string | URL, ...rest: unknown[]) => childProcess.ChildProcess
childProcess.fork = (file: string | URL, ...rest: unknown[]) => {
  const child = fork(file, ...rest)
  child.on('message', (message: { is?: string }) => step('hear', message.is ?? ''))
  step('fork', String(file))
  return child
}
syncBuiltinESMExports()
