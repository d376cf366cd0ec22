import { records, texts } from '../read.ts'
import { type Facts, first } from './fact.ts'

const pages = [...records('guide'), ...records('guide', 'translation'), ...records('wiki')]
const html = (pattern: RegExp) => () => first(pages, (page) => texts(page).some((text) => pattern.test(text)))
const link = (href: string) => html(new RegExp(`<a [^>]*href="${href}"`))

export const htmlFacts: Facts = {
  'YouTube as a div with unquoted and single-quoted attributes': html(
    /<div videoid=\w{11} class='youtube-player' src="[^"]+" style='background-image:url\("[^"]+"\)' width=\d+/,
  ),
  'YouTube as lite-youtube': html(/<lite-youtube videoid="[\w-]{11}"/),
  'an iframe': html(/<iframe [^>]*src="https:\/\/player\.vimeo\.com/),
  'onclick on images': html(/<img [^>]*onclick="window\.open\('https:/),
  'wbr inside words': html(/\w<wbr \/>-?\w/),
  ins: html(/<ins>/),
  'heading self-links': html(/<h2 id="Section_(\w+)">[^<]+<a [^>]*href="#Section_\1"/),
  '.table-container': html(/<div class="table-container"><table/),
  'blockquote.featured': html(/<blockquote class="featured">/),
  'imageBox blocks': html(/<div class="imageBox[ "]/),
  'inline SVG icons': html(/<svg class="icon[^>]*><path/),
  'a literal [invalid guide link]': html(/\[invalid guide link\]/),
  '/Guide/Some+Title/123': link('/Guide/How\\+to\\+Descale\\+a\\+Kettle/5'),
  '/Guide/-/123': link('/Guide/-/\\d+'),
  '/Teardown/… with page number and step anchor': link('/Teardown/[^/]+/24/1#s2403'),
  '/Device/Title': link('/Device/Rim\\+Brake'),
  '/Device/Title with underscores': link('/Device/Disc_Brake'),
  '/Topic/Title': link('/Topic/\\w+'),
  '/Item/…': link('/Item/Brake_Pad'),
  '/Info/…': link('/Info/About'),
  '/Wiki/…': link('/Wiki/\\w+'),
  '/Wiki/… to a section': link('/Wiki/Repair\\+Glossary#Section_Earth'),
  '/User/ID/name': link('https://mendery\\.example/User/2/Tobias\\+Okafor'),
  '/Team/ID/name': link('/Team/1/Electrics\\+Bench'),
  '/Tags/x': link('/Tags/heating'),
  '/Document/{guid}/{file}.pdf': link('/Document/\\w+/[\\w-]+\\.pdf'),
  'localised /Anleitung/': link('/Anleitung/[^"]+/18'),
  'localised /Tutoriel/': link('/Tutoriel/[^"]+/50'),
  'localised /Guía/': link('/Gu%C3%ADa/[^"]+/50'),
  'absolute links to the same host': link('https://mendery\\.example/Guide/[^"]+'),
  'absolute links with http': link('http://mendery\\.example/Guide/[^"]+'),
  'links to records that do not exist': link('/Guide/Kettle\\+of\\+Tomorrow/41'),
  'foreign links': link('https://www\\.example\\.org/[^"]+'),
  'what an intruder leaves: script': html(/<script>/),
  'what an intruder leaves: handlers': html(/ onerror=/),
  'what an intruder leaves: javascript:': html(/href="javascript:/),
  'what an intruder leaves: style that covers the page': html(/style="position:fixed/),
  'what an intruder leaves: forms': html(/<form action="https:\/\/phish/),
  'what an intruder leaves: foreign frames': html(/<iframe src="https:\/\/evil/),
}
