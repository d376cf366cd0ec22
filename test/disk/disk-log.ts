import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'

/**
 * Loaded before a command (`node --import`): logs to the file DISK_LOG, in order, which existing files are flushed to the disk, and what is
 * renamed or appended to. The names of open files come from Linux.
 */
const log = fs.openSync(process.env.DISK_LOG ?? '', 'a')
const tell = (...words: string[]): void => void fs.writeSync(log, `${words.join('\t')}\n`)
const nameOf = (fd: number): string => fs.readlinkSync(`/proc/self/fd/${fd}`)
const renamed = (from: fs.PathLike, to: fs.PathLike): void => tell('renamed', resolve(String(from)), resolve(String(to)))

const anyFile = await fs.promises.open(process.execPath)
const handles = Object.getPrototypeOf(anyFile) as Record<'sync' | 'datasync', (this: fs.promises.FileHandle) => Promise<void>>
await anyFile.close()
for (const name of ['sync', 'datasync'] as const) {
  const flush = handles[name]
  handles[name] = async function (this: fs.promises.FileHandle) {
    const path = nameOf(this.fd)
    await flush.call(this)
    tell('flushed', path)
  }
}
const { fdatasyncSync } = fs
fs.fdatasyncSync = (fd) => {
  fdatasyncSync(fd)
  tell('flushed', nameOf(fd))
}

const { rename } = fs.promises
fs.promises.rename = (from, to) => {
  renamed(from, to)
  return rename(from, to)
}
const { appendFile } = fs.promises
fs.promises.appendFile = async (path, ...rest) => {
  await appendFile(path, ...rest)
  if (typeof path === 'string') tell('appended', resolve(path))
}
const { writeFileSync } = fs
fs.writeFileSync = (path, ...rest) => {
  writeFileSync(path, ...rest)
  tell('written', resolve(String(path)))
}
const { renameSync } = fs
fs.renameSync = (from, to) => {
  renamed(from, to)
  renameSync(from, to)
}
/** `sync -f FOLDER` flushes the whole file system. */
const { execFile } = childProcess
const told = (file: string, args: readonly string[], callback: (error: Error | null, stdout: string) => void) =>
  execFile(file, args, (error, stdout) => {
    if (!error) tell('synced', resolve(args.at(-1) ?? ''))
    callback(error, stdout)
  })
Object.assign(childProcess, { execFile: told })
syncBuiltinESMExports()
