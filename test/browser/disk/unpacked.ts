import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { benchbook } from '../../benchbook.ts'

const SAMPLE = resolve(import.meta.dirname, '../../../sample')

export interface Unpacked {
  /** The folder, of which every address has to be written with escapes. */
  folder: string
  /** Its `file://` address, with a slash at the end. */
  url: string
  /** A list that was cut into two pages, from the root. */
  list: string
  remove: () => Promise<void>
}

/** The site of the sample, with its translations, and with relative links, moved to where nobody meant it to be. */
export async function unpackSite(): Promise<Unpacked> {
  const home = await mkdtemp(join(tmpdir(), 'benchbook-disk-'))
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  for (const name of ['lists', 'media', 'records', 'records.ndjson', 'manifest.json'])
    await cp(join(SAMPLE, name), join(cache, name), { recursive: true })
  const manifest = JSON.parse(await readFile(join(cache, 'manifest.json'), 'utf8')) as object
  await writeFile(join(cache, 'manifest.json'), JSON.stringify({ ...manifest, translations: ['de', 'ja'] }))
  const { code, stderr } = await benchbook(['build', '--cache', cache, '--out', out, '--links', 'relative'])
  if (code !== 0) throw new Error(`The site could not be built:\n${stderr}`)
  const folder = join(home, 'Sicherung für März #2', 'site')
  await cp(out, folder, { recursive: true })
  const list = await cutList(folder)
  return {
    folder,
    url: `${pathToFileURL(folder).href}/`,
    list,
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** No list of the sample is long enough to have several pages: the longest tag gets a second one. */
async function cutList(folder: string): Promise<string> {
  const names = (await readdir(join(folder, 'tag'))).filter((name) => name !== 'index.html' && name !== 'page')
  const pages = await Promise.all(
    names.map(async (name) => ({ path: `tag/${name}/index.html`, html: await readFile(join(folder, 'tag', name, 'index.html'), 'utf8') })),
  )
  const cardsOf = (html: string) => html.match(/<li class="card .*?<\/li>/gs) ?? []
  const [{ path, html } = { path: '', html: '' }] = pages.toSorted((a, b) => cardsOf(b.html).length - cardsOf(a.html).length)
  const pageOf = (number: number) =>
    cardsOf(html)
      .filter((_, at) => at % 2 !== number - 1)
      .reduce((rest, card) => rest.replace(card, ''), html)
      .replace('data-page="1" data-pages="1"', `data-page="${number}" data-pages="2"`)
  const second = join(folder, dirname(path), 'page/2/index.html')
  await mkdir(dirname(second), { recursive: true })
  await writeFile(second, pageOf(2).replaceAll('"../../', '"../../../../').replaceAll(' ../../', ' ../../../../'))
  await writeFile(join(folder, path), pageOf(1))
  return path
}
