import { ANSWERS, MEDIA, PEOPLE_ROWS } from './others.ts'
import { READS, READS_OF_PEOPLE } from './endpoints.ts'
import { EXTRAS } from './extras.ts'
import { GUIDES, STEPS } from './guides.ts'
import type { EndpointRow, RecordRows } from './row.ts'
import { WIKIS } from './wikis.ts'

/** Every kind of record that the specification or the facts show. */
export const RECORDS: readonly RecordRows[] = [...GUIDES, ...STEPS, ...WIKIS, ...PEOPLE_ROWS, ...MEDIA, ...ANSWERS]

/** Every endpoint that reads. */
export const ENDPOINTS: readonly EndpointRow[] = [...READS, ...READS_OF_PEOPLE, ...EXTRAS]
