import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon/others'
import { beginPixels } from '../../pixels.ts'
import type { ZimDescription } from '../describe.ts'

const MAX_TITLE = 30
const MAX_DESCRIPTION = 80

/** The metadata as texts by name, without the picture. `counter` is the number of entries by media type. */
export function metadataOf(about: ZimDescription, counter: string): [name: string, text: string][] {
  const { description } = about
  const texts = {
    Name: about.name,
    Title: cut(about.title, MAX_TITLE),
    Description: cut(description, MAX_DESCRIPTION),
    LongDescription: description.length > MAX_DESCRIPTION ? description : '',
    Language: languageCodes(about.languages).join(','),
    Creator: about.creator,
    Publisher: about.publisher,
    Date: about.date.toISOString().slice(0, 10),
    Counter: counter,
    Flavour: about.flavour,
    Scraper: about.scraper,
    Source: about.source,
    License: about.licence,
    Tags: about.tags.join(';'),
  }
  return Object.entries(texts).filter(([, text]) => text !== '')
}

/** Limits a text to a number of visible characters, followed by an ellipsis. */
function cut(text: string, max: number): string {
  const letters = Array.from(new Intl.Segmenter().segment(text.replace(/\s+/g, ' ').trim()), ({ segment }) => segment)
  if (letters.length <= max) return letters.join('')
  const start = letters.slice(0, max - 1).join('')
  return `${start.trimEnd()}…`
}

/** ISO 639-1 codes, each followed by its ISO 639-3 code (terminological). */
const CODES = new Map(
  `aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben bobod brbre bsbos
  cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas
  ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher
  iaina idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor
  krkau kskas kukur kvkom kwcor kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon
  mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan
  pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag shhbs sisin skslk slslv smsmo snsna
  sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur tstso tttat twtwi
  tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha zhzho zuzul`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 2), pair.slice(2)] as const),
)

/** BCP 47 languages as ISO 639-3 codes, in order, without duplicates; those without a code are omitted. */
export function languageCodes(tags: readonly string[]): string[] {
  const languages = tags.map((tag) => new Intl.Locale(tag).language)
  return [...new Set(languages.flatMap((language) => (language.length === 3 ? language : (CODES.get(language) ?? []))))]
}

/** The operator's picture as a PNG of `side` × `side` pixels: scaled to fit, centred, on a transparent background. */
export function illustrationOf(picture: Uint8Array, side: number): Buffer {
  beginPixels()
  const image = PhotonImage.new_from_byteslice(picture)
  const scale = side / Math.max(image.get_width(), image.get_height())
  const scaled = (length: number): number => Math.max(1, Math.round(length * scale))
  const [width, height] = [scaled(image.get_width()), scaled(image.get_height())]
  const small = resize(image, width, height, SamplingFilter.Lanczos3)
  const pixels = small.get_raw_pixels()
  const whole = new Uint8Array(4 * side * side)
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)]
  for (let row = 0; row < height; row++) whole.set(pixels.subarray(4 * width * row, 4 * width * (row + 1)), 4 * (side * (top + row) + left))
  const square = new PhotonImage(whole, side, side)
  const png = Buffer.from(square.get_bytes())
  for (const each of [image, small, square]) each.free()
  return png
}
