import { decoded, listOf, loadUnpacked } from './pagefind-files.ts'

/** The numbers of the pages of guides, by the guide's id: of each index, by its folder. See guide-steps.ts. Throws when the file cannot be read. */
export async function loadGuidePages(url: string): Promise<Map<string, Map<number, number>>> {
  return new Map(
    decoded(await loadUnpacked(url)).map((index) => {
      const [folder, steps] = listOf(index)
      let id = 0
      const guides = listOf(steps).flatMap((step, page): [number, number][] => (step === 0 ? [] : [[(id += Number(step)), page]]))
      return [String(folder), new Map(guides)]
    }),
  )
}
