import { ABOUT, CATEGORIES, HOME, pageAt, withBase } from '../../routes.ts'
import { type Card, categoryCards, guideCards } from '../catalog/card.ts'
import { firstLevel, sizeOf } from '../category/categories.ts'
import { absolute } from '../site/head.ts'
import { languageNames } from '../site/formats.ts'
import type { Site } from '../site/site.ts'
import { feedLinks, latestOfSite } from './feed.ts'

/** A private site is only for those with access. */
export const hasLlmsText = ({ cache }: Site): boolean => !cache.manifest.isPrivateSite

const CATEGORIES_NAMED = 100

/** The site as a few lines of Markdown for language models (llmstxt.org): description, categories, latest changes. */
export async function llmsText(site: Site): Promise<string> {
  const { words, description, name } = site
  const line = (card: Card, note: string): string => link(site, card.title, card.href ?? '', note)
  const top = firstLevel(site)
    .filter(({ guideCount }) => guideCount > 0)
    .slice(0, CATEGORIES_NAMED)
  const categories = (await categoryCards(site, top)).map((card) => line(card, card.facts.join(', ')))
  const guides = (await guideCards(site, latestOfSite(site))).map((card) => line(card, card.summary))
  const others = site.languages.slice(1)
  const languages = await Promise.all(
    others.map(async (lang) => link(site, languageNames(lang).of(lang) ?? lang, pageAt(await site.in(lang), HOME), '')),
  )
  const further = [
    link(site, words.say('categories.all'), pageAt(site, CATEGORIES), ''),
    link(site, words.say('about.title'), pageAt(site, ABOUT), ''),
    // Only the sitemap lists every guide.
    ...(site.address ? [link(site, 'Sitemap', withBase(site.root, '/sitemap-index.xml'), 'application/xml')] : []),
    ...feedLinks(site).map(({ title, type, href }) => link(site, title, href, type)),
    ...languages,
  ]
  return [
    `# ${inLine(name)}`,
    `> ${inLine(description || words.say('home.description', { size: sizeOf(site), site: name }))}`,
    ...section(words.say('categories.title'), categories),
    ...section(words.say('home.changed'), guides),
    ...section('Optional', further),
  ]
    .join('\n\n')
    .concat('\n')
}

const section = (heading: string, lines: readonly string[]): string[] => (lines.length > 0 ? [`## ${heading}`, lines.join('\n')] : [])

const link = (site: Site, title: string, href: string, note: string): string =>
  `- [${inLine(title).replace(/[[\]]/g, '\\$&')}](${absolute(site, href)})${note ? `: ${inLine(note)}` : ''}`

/** Text from the service as plain text on one line, never as Markdown. */
const inLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_<>#]/g, '\\$&')
