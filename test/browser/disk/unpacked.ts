import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { succeed } from '../../benchbook.ts'
import { copySample } from '../../sample-copy.ts'

export type Unpacked = Awaited<ReturnType<typeof unpackSite>>

/**
 * The site of the sample, with its translations, and with relative links, moved to an unforeseen place: a folder whose address, which ends
 * in a slash, always needs escapes. `list` is the path of a list that was cut into two pages.
 */
export async function unpackSite(home: string) {
  const [cache, out, folder] = [join(home, 'cache'), join(home, 'dist'), join(home, 'Sicherung für März #2', 'site')]
  await copySample(cache, ['de', 'ja'])
  await succeed(['build', '--cache', cache, '--out', out, '--links', 'relative'])
  await cp(out, folder, { recursive: true })
  return { folder, url: `${pathToFileURL(folder).href}/`, list: await cutList(folder) }
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
