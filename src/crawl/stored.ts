import { parseWhole } from '../cache/parse-stored.ts'
import { readAnswer } from './answers.ts'
import type { References } from './references/references.ts'
import type { Session } from './session.ts'
import type { RecordKey } from '../cache/layout.ts'

/** What a stored answer names; undefined where it cannot be used any more. */
export function readStored(session: Session, key: RecordKey, text: string): References | undefined {
  const answer = parseWhole(text)
  if (session.isWithheld(answer)) return undefined
  const parsed = readAnswer(key, answer, session.scope())
  return parsed.ok ? parsed.value : undefined
}
