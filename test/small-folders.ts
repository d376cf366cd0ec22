import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'

const LIMITS = pathToFileURL(resolve(import.meta.dirname, '../src/routes/crowded.ts'))

/** A program that Node loads first: every folder of the build then counts as too large for a USB stick. */
export const SMALL_FOLDERS = `data:text/javascript,import { FOLDER_LIMITS } from ${JSON.stringify(LIMITS)}; Object.assign(FOLDER_LIMITS, { names: 16 })`
