import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Brand } from '../brand/brand.ts'
import type { Config } from '../config/options.ts'
import type { Staging } from '../publish/staging.ts'
import { PROGRAM } from './compile-pages.ts'
import { preparePages } from './compiled-pages.ts'
import { type PagesHooks, PageMaker } from './page-maker.ts'
import { ENTRY_FILE, type PageProgram } from './page-program.ts'
import { writePages } from './write-pages.ts'

/** What addresses of pages are relative to where nobody has named the site's own. */
const ANYWHERE = 'http://localhost:4321'

/** Renders all pages into the fresh folder. */
export async function renderPages(config: Config, brand: Brand, staging: Staging, hooks: PagesHooks): Promise<void> {
  await preparePages(config, brand, staging)
  const maker = new PageMaker(await programIn(join(staging.folder, PROGRAM)), config.components, hooks)
  const root = new URL(`${config.base.replace(/(?<!\/)\/*$/, '')}/`, config.site || ANYWHERE)
  await writePages(maker, staging.site, root)
}

async function programIn(folder: string): Promise<PageProgram> {
  const entry = (await readdir(folder)).find((file) => ENTRY_FILE.test(file))
  if (!entry) throw new Error(`Astro has made no ${ENTRY_FILE.source} in ${folder}.`)
  return (await import(pathToFileURL(join(folder, entry)).href)) as PageProgram
}
