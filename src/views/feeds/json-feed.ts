import type { FeedEntry, FeedView } from './feed.ts'

/** A feed as JSON Feed 1.1. */
export function jsonFeedText({ title, lang, home, address, siteName, entries }: FeedView): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: address,
    language: lang,
    authors: [{ name: siteName }],
    items: entries.map((entry) => itemOf(entry, lang)),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}

function itemOf({ address, title, lang, summary, updated, published, author, category, picture }: FeedEntry, feedLang: string) {
  return {
    id: address,
    url: address,
    title,
    // A text is required by the format.
    content_text: summary || title,
    ...(summary && { summary }),
    ...(picture && { image: picture }),
    ...(published && { date_published: published }),
    date_modified: updated,
    ...(author && { authors: [{ name: author }] }),
    ...(category && { tags: [category] }),
    ...(lang !== feedLang && { language: lang }),
  }
}
