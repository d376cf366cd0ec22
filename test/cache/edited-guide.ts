import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface EditedGuide {
  title: string
  steps: { lines: { text_raw: string; text_rendered: string }[] }[]
}

interface Listed {
  guideid: number
  title: string
  modified_date: number
  revisionid?: number
}

/** Edits a guide with an id below 1000 in a cache, as its author would: the service updates its date, in its list as well. */
export async function editGuide(cache: string, id: number, change: (guide: EditedGuide) => void): Promise<void> {
  const path = join(cache, `records/guide/0/${id}.json`)
  const guide = JSON.parse(await readFile(path, 'utf8')) as EditedGuide & Listed
  change(guide)
  guide.modified_date += 60
  guide.revisionid = (guide.revisionid ?? 0) + 1
  await writeFile(path, JSON.stringify(guide))
  const list = join(cache, 'lists/guides.ndjson')
  const items = (await readFile(list, 'utf8')).trim().split('\n')
  const edited = items.map((line) => {
    const item = JSON.parse(line) as Listed
    if (item.guideid !== id) return line
    return JSON.stringify({ ...item, title: guide.title, modified_date: guide.modified_date, revisionid: guide.revisionid })
  })
  await writeFile(list, `${edited.join('\n')}\n`)
}
