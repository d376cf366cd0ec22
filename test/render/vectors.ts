import { ADDRESS_VECTORS } from './vectors/addresses.ts'
import { FOREIGN } from './vectors/foreign.ts'
import { HANDLERS } from './vectors/handlers.ts'
import { KNOWN } from './vectors/known.ts'
import { MUTATIONS } from './vectors/mutation.ts'
import { PAGE } from './vectors/page.ts'
import { SIZE } from './vectors/size.ts'

/** Hostile input by what it tries: each would run `alert`, ask evil.test for something or break out of its place where a filter is naive. */
export const VECTORS: Record<string, string> = {
  ...KNOWN,
  ...HANDLERS,
  ...ADDRESS_VECTORS,
  ...FOREIGN,
  ...MUTATIONS,
  ...PAGE,
  ...SIZE,
}
