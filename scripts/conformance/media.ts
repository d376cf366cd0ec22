import { z } from 'zod'
import { type Check, isThere } from './check.ts'
import type { Known } from './known.ts'
import { must, NotShown, orNotShown, sameItems } from './law.ts'
import type { Peer } from './peer.ts'
import { imageDetail, videoDetail } from './shapes.ts'

const MAX_LOOKS = 20
const mediaImage = z.looseObject({ id: z.int().positive(), guid: z.string() })
const stepVideo = z.looseObject({ videoid: z.int() })

/** Pictures of steps, as guides show them. */
async function images(known: Known): Promise<z.infer<typeof mediaImage>[]> {
  const { steps } = await known.guideWith((guide) => imagesIn(guide.steps).length > 0, 'no guide that was looked at shows a picture')
  return imagesIn(steps)
}

const imagesIn = (steps: readonly { media?: { type: string; data?: unknown } | null | undefined }[]) =>
  steps
    .flatMap(({ media }) => (media?.type === 'image' && Array.isArray(media.data) ? (media.data as unknown[]) : []))
    .flatMap((item) => mediaImage.safeParse(item).data ?? [])

/** The first image that has an answer of its own. */
async function answered(peer: Peer, known: Known): Promise<z.infer<typeof mediaImage>> {
  const pictures = await images(known)
  for (const image of pictures.slice(0, MAX_LOOKS)) if ((await peer.ask(`/media/images/${image.id}`)).status !== 404) return image
  throw new NotShown(`none of the first images (such as ${pictures[0]?.id}) has an answer of its own`)
}

/** So many files are asked for, spread over those that are named. */
const MAX_FILES = 400

/** Addresses of files on the service's own origin that guides, wikis and users name, in fields and in HTML. */
async function ownFiles(peer: Peer, known: Known): Promise<string[]> {
  const paths = (await known.guides()).slice(0, MAX_LOOKS).map(({ guideid }) => `/guides/${guideid}`)
  for (const namespace of ['CATEGORY', 'ITEM'] as const)
    for (const { title } of (await known.wikis(namespace).catch(noneShown)).slice(0, MAX_LOOKS))
      paths.push(`/wikis/${namespace}/${encodeURIComponent(title)}`)
  const found = new Set<string>()
  const texts = ['/users', '/teams', '/comments', '/wikis/CATEGORY', ...paths]
  for (const path of texts) for (const url of filesIn((await peer.ask(path)).text, `${peer.origin}/media/`)) found.add(url)
  return [...found]
}

function noneShown(error: unknown): [] {
  if (error instanceof NotShown) return []
  throw error
}

/** What begins with `start` in JSON: a text as a whole, or an attribute of HTML inside one. */
function filesIn(json: string, start: string): string[] {
  const plain = json.replaceAll('\\/', '/').replaceAll('&amp;', '&')
  return plain
    .split(start)
    .slice(1)
    .map((rest) => start + (/^[^"'\\\s<>)]*/.exec(rest)?.[0] ?? '').replace(/&quot;.*$/, ''))
}

export const MEDIA_CHECKS: readonly Check[] = [
  {
    name: 'media: an image answers under its id, with its size, ratio and EXIF',
    async run(peer, known) {
      const { id } = await answered(peer, known)
      must((await peer.read(`/media/images/${id}`, imageDetail)).image.id === id, `it is not image ${id}`)
    },
  },
  {
    name: 'media: an image answers the same under its GUID',
    async run(peer, known) {
      const { id, guid } = await answered(peer, known)
      const [byId, byGuid] = [await peer.read(`/media/images/${id}`, imageDetail), await peer.read(`/media/images/${guid}`, imageDetail)]
      must(sameItems(byGuid, byId), `under ${guid} it is another one than under ${id}`)
    },
  },
  {
    name: 'media: a video answers under its id, with its encodings',
    async run(peer, known) {
      const videosOf = ({ steps }: { steps: readonly { media?: { data?: unknown } | null | undefined }[] }) =>
        steps.flatMap(({ media }) => stepVideo.safeParse(media?.data).data ?? [])
      const guide = await known.guideWith((one) => videosOf(one).length > 0, 'no guide that was looked at shows a video')
      const { videoid } = orNotShown(videosOf(guide)[0], 'no video')
      await isThere(peer, `/media/videos/${videoid}`)
      must((await peer.read(`/media/videos/${videoid}`, videoDetail)).videoid === videoid, `it is not video ${videoid}`)
    },
  },
  {
    name: 'media: every file of its own origin that an answer names is there, pictures in all their sizes',
    async run(peer, known) {
      const own = await ownFiles(peer, known)
      orNotShown(own[0], 'no answer that was looked at names a file on the origin of the service')
      const every = Math.ceil(own.length / MAX_FILES)
      for (const url of own.filter((_, place) => place % every === 0)) {
        const { status, type } = await peer.head(url)
        must(status === 200, `${url} is ${status}`)
        must(!/\b(html|json)\b/.test(type), `${url} is ${type}`)
      }
    },
  },
  {
    name: 'media: the address of a picture gives a picture',
    async run(_, known) {
      const [image] = await images(known)
      const address = Object.values(image ?? {}).find((value): value is string => typeof value === 'string' && /^https?:/.test(value))
      const url = orNotShown(address, 'the picture has no address')
      const response = await fetch(url, { signal: AbortSignal.timeout(60_000) })
      await response.arrayBuffer()
      must(response.ok, `${url} is ${response.status}`)
      must(
        response.headers.get('content-type')?.startsWith('image/') ?? false,
        `${url} is ${response.headers.get('content-type') ?? 'of no type'}`,
      )
    },
  },
]
