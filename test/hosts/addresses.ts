import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'

/** An address of the service, from the root of its host, and the start of the path of its copy, before the base. */
export type Lead = readonly [address: string, copy: string]

/** Addresses from the records of the sample, some in other forms that the services and people use. */
export async function sampleLeads(sample: string): Promise<Lead[]> {
  const guides = (await urlsOf(sample, 'guides')).slice(0, 16).map((url): Lead => [url, `/guide/${url.split('/').at(-1) ?? ''}/`])
  return [
    ...guides,
    ['/Teardown/-/2', '/guide/2/'],
    ['/Teardown/Some+Title/2/1', '/guide/2/'],
    ['/Guide/A%2FB/2', '/guide/2/'],
    ['/guide/take%20pictures/1', '/guide/1/'],
    ['/Guide/Take+Pictures/1/', '/guide/1/'],
    ['/Anleitung/Bilder/1', '/de/guide/1/'],
    ['/Gu%C3%ADa/Fotos/1', '/guide/1/'],
    ['/Tutoriel/Photos/1', '/guide/1/'],
    ['/Vue+%C3%A9clat%C3%A9e/Photos/1', '/guide/1/'],
    ['/%D0%A0%D1%83%D0%BA%D0%BE%D0%B2%D0%BE%D0%B4%D1%81%D1%82%D0%B2%D0%BE/X/1', '/guide/1/'],
    ['/%E3%82%AC%E3%82%A4%E3%83%89/X/1', '/guide/1/'],
    ['/Device/Kettle', '/category/kettle-e9d28791/'],
    ['/Topic/Sewing_Machine', '/category/sewing-machine-12a193c2/'],
    ['/c/Sewing+Machine', '/category/sewing-machine-12a193c2/'],
    ['/Category/Sewing%20Machine/', '/category/sewing-machine-12a193c2/'],
    ['/Device/Skylark_FM', '/category/skylark-fm-3ea37ac1/'],
    ['/Device/Skylark_Fm', '/category/skylark-fm-3e84ed73/'],
    ['/Device/Child%27s_Bicycle', '/category/child-s-bicycle-de025e5f/'],
    ...(await Promise.all(['ITEM', 'INFO', 'WIKI'].map((namespace) => firstText(sample, namespace)))),
    ['/User/1/Marit+Halvorsen', '/user/1/'],
    ['/User/1', '/user/1/'],
    ['/Team/1/Some_Team', '/team/1/'],
    ['/Tags/kettle', '/tag/kettle-20cd4732/'],
    ['/Tags/first_repair', '/tag/first-repair-7a218937/'],
    ['/Document/nInWGN22Uqvqq9Do/Bench-safety-sheet.pdf', '/media/89/892ec38b96eee3af19e3.pdf'],
  ]
}

/** Addresses of a real site's guides as in its own list, and of their categories. */
export function realLeads(folder: string): Lead[] {
  const list = JSON.parse(readFileSync(join(folder, 'guides.json'), 'utf8')) as { guideid: number; url: string; category: string }[]
  const guides = list.map(({ guideid, url }): Lead => [new URL(url).pathname, `/guide/${guideid}/`])
  const categories = [...new Set(list.map(({ category }) => category))].map((title): Lead => [`/c/${written(title)}`, '/category/'])
  return [...guides.slice(0, 40), ...categories.slice(0, 15)]
}

const written = (title: string): string => encodeURIComponent(title.replaceAll(' ', '_'))

async function firstText(sample: string, namespace: string): Promise<Lead> {
  const urls = await urlsOf(sample, `wikis-${namespace}`)
  return [urls[0] ?? '', `/${namespace.toLowerCase()}/`]
}

async function urlsOf(sample: string, list: string): Promise<string[]> {
  const urls: string[] = []
  for await (const line of createInterface({ input: createReadStream(join(sample, 'lists', `${list}.ndjson`)) }))
    urls.push(new URL((JSON.parse(line) as { url: string }).url).pathname)
  return urls
}
