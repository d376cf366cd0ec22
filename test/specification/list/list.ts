import { ANSWERS } from './answers.ts'
import { READS_OF_PEOPLE } from './endpoints-of-people.ts'
import { READS } from './endpoints.ts'
import { EXTRAS } from './extras.ts'
import { GUIDES } from './guides.ts'
import { MEDIA } from './media.ts'
import { PEOPLE_ROWS } from './people.ts'
import type { EndpointRow, RecordRows } from './row.ts'
import { STEPS } from './steps.ts'
import { WIKIS } from './wikis.ts'

/** Every kind of record that the specification or the facts show. */
export const RECORDS: readonly RecordRows[] = [...GUIDES, ...STEPS, ...WIKIS, ...PEOPLE_ROWS, ...MEDIA, ...ANSWERS]

/** Every endpoint that reads. */
export const ENDPOINTS: readonly EndpointRow[] = [...READS, ...READS_OF_PEOPLE, ...EXTRAS]
