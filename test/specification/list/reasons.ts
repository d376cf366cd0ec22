import { not } from './row.ts'

// Reasons that many rows give.

export const ADDRESS = not('a number for programs; it is in the page’s address')
export const BOOKKEEPING = not('internal to the service; of no use to a reader')
export const OF_THE_CALLER = not('about the client, not about the record')

export const ID = not('not a useful search term')
export const CODE = not('not a useful search term')
export const PICTURE = not('a picture or video; a result may show it')
export const ELSEWHERE = not('found through its own page')
