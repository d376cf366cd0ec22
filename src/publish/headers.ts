import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { explainSystem } from '../errors.ts'
import { SAFETY_HEADERS } from '../policy.ts'
import { API_FOLDER } from './api.ts'

/** The file that Netlify, Cloudflare Pages and the like read at the root of a site. */
const HEADERS_FILE = '_headers'

const CORS = 'Access-Control-Allow-Origin: *'

/** Writes the headers for every file under `base`, and CORS for the API if the site has one. */
export async function writeHeaders(folder: string, base: string, hasApi: boolean): Promise<void> {
  const root = base.replace(/(?<!\/)\/*$/, '/')
  const lines = Object.entries(SAFETY_HEADERS).map(([name, value]) => `  ${name}: ${value}`)
  const path = join(folder, HEADERS_FILE)
  await writeFile(path, [`${root}*`, ...lines, ...(hasApi ? [`${root}${API_FOLDER}/*`, `  ${CORS}`] : []), ''].join('\n')).catch(
    (error: unknown) => {
      throw explainSystem(error, path)
    },
  )
}
