import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { PictureThread } from '../sandbox/picture-thread.ts'
import { isOwnPath } from '../disk/own-path.ts'
import { sha256Of } from '../disk/sha256.ts'
import type { DrawJob } from './draw-worker.ts'
import { SOCIAL_FOLDER, socialFile, type SocialPicture, settable } from './social-name.ts'
import { titleDrawing } from './title-drawing.ts'

/** Larger ones are not decoded: the title then has a plain background. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_PIXELS = 3_000_000
/** A picture within the limits takes a fifth of a second. */
const LIMITS = { maxCpuMs: 2_000, maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/**
 * After losing this much CPU time to pictures without an answer, a thread decodes no more of them: a service may have one for each guide.
 */
const MAX_LOST_MS = 60_000

type Drawer = PictureThread<DrawJob, Uint8Array>

export interface SocialPlaces {
  /** The previous site, which may be missing, and the hashes of its files, as far as they are listed. */
  before: string
  hashes: ReadonlyMap<string, string>
  site: string
  mediaAt: (file: string) => string
  reuse: (file: string) => boolean | Promise<boolean>
}

/**
 * Draws the pictures that the previous site lacks, one per core at a time. Returns how many were drawn. If a picture cannot be decoded, its
 * title gets a plain background: pages already reference the file.
 */
export async function placeSocial(
  { before, hashes, site, mediaAt, reuse }: SocialPlaces,
  wanted: Iterable<SocialPicture>,
  { signal = new AbortController().signal, onDone }: { signal?: AbortSignal; onDone?: (done: number, known: number) => void } = {},
): Promise<number> {
  mkdirSync(join(site, SOCIAL_FOLDER), { recursive: true })
  const all = new Map(Array.from(wanted, (picture) => [socialFile(picture), picture] as const))
  const queue = all.entries()
  let [done, drawn] = [0, 0]
  const work = async (): Promise<void> => {
    const drawer: Drawer = new PictureThread(new URL('./draw-worker.ts', import.meta.url), LIMITS)
    try {
      for (const [file, picture] of queue) {
        signal.throwIfAborted()
        const old = join(before, file)
        const isThere = hashes.has(file) && isOwnPath(before, file) && isFile(old) && sha256Of(old) === hashes.get(file)
        if (!isThere || !(await reuse(file))) {
          await writeFile(join(site, file), await drawOne(drawer, picture, mediaAt(picture.picture), signal))
          drawn++
        }
        onDone?.(++done, all.size)
      }
    } finally {
      await drawer.close()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return drawn
}

async function drawOne(drawer: Drawer, { title, siteName }: SocialPicture, path: string, signal: AbortSignal): Promise<Uint8Array> {
  const drawing = titleDrawing(title, settable(siteName) ?? '')
  const bytes = bytesOf(path)
  const whole = bytes && drawer.lostMs < MAX_LOST_MS && (await drawer.ask({ bytes, drawing }, signal))
  const jpeg = whole || (await drawer.ask({ bytes: undefined, drawing }, signal))
  if (!jpeg) throw new Error(`The title "${title}" cannot be drawn.`)
  return jpeg
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Undefined for a picture that is missing or too large to decode: its name contains its dimensions. */
function bytesOf(path: string): Uint8Array | undefined {
  const [, width = Infinity, height = Infinity] = /-(\d+)x(\d+)(?:-|\.)/.exec(path) ?? []
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size > MAX_BYTES || Number(width) * Number(height) > MAX_PIXELS) return undefined
  return readFileSync(path)
}
