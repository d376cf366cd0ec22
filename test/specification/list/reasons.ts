import { not } from './row.ts'

// Reasons that many rows give.

export const ADDRESS = not('a number for programs: the page has it in its address')
export const BOOKKEEPING = not('bookkeeping of the service: it tells a reader nothing')
export const OF_THE_CALLER = not('it is about the one who asks, not about the record')

export const ID = not('nobody searches for a number')
export const CODE = not('it is no word that people search for')
export const PICTURE = not('it is a picture or a film; a result may show it')
export const ELSEWHERE = not('what it names is found by its own page')
