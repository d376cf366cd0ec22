import type { CacheReader } from '../../cache/reader.ts'
import { fieldOf, textIn } from '../fields.ts'
import { listing } from './listing.ts'
import { translation } from './records.ts'
import type { Ask, Handler, Reply } from '../reply.ts'
import type { ListName } from '../../model/resources.ts'

/** `GET /wikis/{namespace}`, section 4.4: sorted by title, as by the service. */
export const wikiList = (name: ListName): Handler => inLanguage(name, listing(name))

/** The list with `modifiedSince`: sorted by latest revision (api-facts, Lists). */
export const lately = (name: ListName): Handler =>
  inLanguage(
    name,
    listing(name, async (places, _list, { known, query }) => {
      const dates = await known.revisionDates(name)
      const dateOf = (place: number) => dates[place] ?? 0
      return places.filter((place) => dateOf(place) >= query.modifiedSince).sort((a, b) => dateOf(b) - dateOf(a))
    }),
  )

/**
 * A list in the language of `langid`: items with a translation show its title and summary, the others are unchanged. The `title` identifies
 * the wiki and is the same in every language.
 */
function inLanguage(name: ListName, handler: Handler): Handler {
  return async (ask): Promise<Reply> => {
    const reply = await handler(ask)
    const { langid } = ask.query
    if (!('json' in reply) || !langid || langid === ask.cache.manifest.lang) return reply
    const titles = name === 'wikis-CATEGORY' ? await displayTitles(ask.cache, langid) : undefined
    const items: unknown[] = []
    for (const item of JSON.parse(reply.json.toString()) as unknown[]) items.push(await inTranslation(ask, name, item, titles))
    return { json: JSON.stringify(items) }
  }
}

async function displayTitles(cache: CacheReader, langid: string): Promise<unknown> {
  const text = await translation(cache, { kind: 'hierarchy', id: '' }, langid)
  return text === undefined ? undefined : fieldOf(JSON.parse(text), 'display_titles')
}

async function inTranslation({ cache, query }: Ask, name: ListName, item: unknown, titles: unknown): Promise<unknown> {
  const title = textIn(item, 'title')
  const text = await translation(cache, { kind: 'wiki', id: `${name.slice('wikis-'.length)}/${title}` }, query.langid)
  const detail: unknown = text === undefined ? undefined : JSON.parse(text)
  const shown = textIn(detail, 'display_title') || textIn(titles, title)
  const summary = textIn(detail, 'description') || textIn(detail, 'summary')
  return { ...(item as object), ...(shown && { display_title: shown }), ...(summary && { summary }) }
}
