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
  const codes = tags.flatMap((tag) => {
    const { language } = new Intl.Locale(tag)
    return language.length === 3 ? language : (CODES.get(language) ?? [])
  })
  return [...new Set(codes)]
}
