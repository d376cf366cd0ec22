import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { mediaHash } from '../../src/cache/layout.ts'
import { pathOf } from '../../src/routes.ts'
import type { RealGuide, RealImage } from './site.ts'

type Below = ReturnType<typeof parseDocument>['children']
/** The file that a page of the site names, from the root or relative to the page. */
type FileOf = (source: string) => string

/** A text without its white space, which HTML does not preserve. */
const squeezed = (text: string): string => text.replace(/[\s\u200b]+/g, '')

/** The nodes of a page of the finished site. */
export async function readPage(dist: string, path: string): Promise<Below> {
  return parseDocument(await readFile(join(dist, path, 'index.html'), 'utf8')).children
}

/** The targets of a page's links. */
export function linksOf(page: Below): string[] {
  return DomUtils.getElementsByTagName('a', page, true).map((link) => link.attribs.href ?? '')
}

/** Parts of a guide's JSON that are missing on its page: the title, a picture, a step, a line. */
export async function lostOf(guide: RealGuide, dist: string): Promise<string[]> {
  const at = pathOf({ kind: 'guide', guideid: guide.guideid })
  const page = await readPage(dist, at)
  const lost: string[] = []
  if (!squeezed(DomUtils.textContent(page)).includes(squeezed(guide.title))) lost.push('title')
  const fileOf: FileOf = (source) => join(dist, decodeURIComponent(new URL(source, `file://${at}`).pathname))
  if (guide.image && !showsPicture(page, guide.image, fileOf)) lost.push('picture')
  for (const [index, step] of guide.steps.entries()) lost.push(...lostOfStep(step, index + 1, page, fileOf))
  return lost.map((what) => `guide ${guide.guideid}: ${what}`)
}

function lostOfStep(step: RealGuide['steps'][number], number: number, page: Below, fileOf: FileOf): string[] {
  const shown = DomUtils.getElementById(`step-${number}`, page, true)
  if (!shown || !DomUtils.getElementById(`s${step.stepid}`, page, true)) return [`step ${number}`]
  const text = squeezed(DomUtils.textContent(shown))
  const lines = step.lines.filter((line) => !text.includes(squeezed(DomUtils.textContent(parseDocument(line.text_rendered)))))
  const images = step.media?.type === 'image' ? step.media.data.filter((image) => !showsPicture([shown], image, fileOf)) : []
  return [
    ...lines.map((line) => `step ${number}: line ${line.text_rendered}`),
    ...images.map((image) => `step ${number}: picture ${String(image.id)}`),
  ]
}

/** True if an `img` shows one of the image's variants, from an existing file. */
function showsPicture(below: Below, image: RealImage, fileOf: FileOf): boolean {
  const hashes = Object.values(image).flatMap((url) => (typeof url === 'string' && url.startsWith('http') ? [mediaHash(url)] : []))
  return DomUtils.getElementsByTagName('img', below, true).some(({ attribs }) => {
    const files = [attribs.src ?? '', ...(attribs.srcset ?? '').split(',')].map((source) => source.trim().split(' ')[0] ?? '')
    return files.some((file) => hashes.some((hash) => file.includes(hash)) && existsSync(fileOf(file)))
  })
}
