import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SAMPLE = fileURLToPath(new URL('../../../sample', import.meta.url))
/** The longest guide of the sample, and one whose steps make it longer: all have pictures. */
const [LONGEST, LENDER] = [19, 25]
const STEPS = 20

interface StoredGuide {
  steps: { guideid: number; stepid: number; orderby: number }[]
}

/** Copies the sample into a folder, with a guide of twenty steps besides one to do first. Gives the path of its page. */
export async function makeTwentySteps(folder: string): Promise<string> {
  await cp(SAMPLE, folder, { recursive: true })
  const [guide, lender] = await Promise.all([LONGEST, LENDER].map((id) => readGuide(folder, id)))
  if (!guide || !lender) throw new TypeError('The sample has no such guides.')
  const more = lender.steps.slice(0, STEPS - guide.steps.length)
  const steps = [...guide.steps, ...more].map((step, at) => ({ ...step, guideid: LONGEST, stepid: LONGEST * 1000 + at, orderby: at + 1 }))
  if (steps.length !== STEPS) throw new TypeError(`The guide has ${steps.length} steps, and not ${STEPS}.`)
  await writeFile(recordOf(folder, LONGEST), JSON.stringify({ ...guide, steps }))
  return `guide/${LONGEST}/`
}

const recordOf = (folder: string, id: number): string => join(folder, `records/guide/0/${id}.json`)
const readGuide = async (folder: string, id: number): Promise<StoredGuide> =>
  JSON.parse(await readFile(recordOf(folder, id), 'utf8')) as StoredGuide
