import type { ListName } from '../cache/layout.ts'
import type { ListPosition } from '../cache/reader.ts'

/** Where an item of a list lies, and the few words of it that are asked for. */
export interface Entry extends ListPosition {
  /** The item's guideid, teamid, userid, commentid or wikiid; for tags the place in the list. */
  id: number
  /** Title, username or name; for tags the tag itself. */
  title: string
  /** Display title or unique username. */
  alias: string
  type: string
  category: string
  userid: number
  /** Seconds; of a guide or its prerequisites, whichever is later. */
  modifiedAt: number
  isPublic: boolean
  /** Commentids of the replies to a comment, at any depth. */
  replies: readonly number[]
}

const ID_FIELDS: Record<string, string> = { guides: 'guideid', wikis: 'wikiid', teams: 'teamid', users: 'userid', comments: 'commentid' }
const NO_REPLIES: readonly number[] = []

/** Reads an item of any list; a field that is absent or of another type counts as empty, so that one odd item hides no other. */
export function toEntry(name: ListName, item: unknown, place: number, { offset, length }: ListPosition): Entry {
  const idField = ID_FIELDS[name.split('-', 1)[0] ?? '']
  return {
    offset,
    length,
    id: idField ? numberIn(item, idField) : place,
    title: typeof item === 'string' ? item : textIn(item, 'title') || textIn(item, 'username') || textIn(item, 'name'),
    alias: textIn(item, 'display_title') || textIn(item, 'unique_username'),
    type: textIn(item, 'type'),
    category: textIn(item, 'category'),
    userid: numberIn(item, 'userid'),
    modifiedAt: Math.max(numberIn(item, 'modified_date'), numberIn(item, 'prereq_modified_date')),
    isPublic: isPublic(item),
    replies: name === 'comments' ? repliesIn(item) : NO_REPLIES,
  }
}

/** False for a guide that says so, in any of PHP's ways; everything else is public. */
export function isPublic(record: unknown): boolean {
  const value = fieldOf(record, 'public')
  return value !== false && value !== 0 && value !== '0'
}

/** A field of a parsed answer; undefined when the answer is no object or lacks it. */
export function fieldOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? (record as Record<string, unknown>)[name] : undefined
}

/** An array field of a parsed answer; PHP's ways of writing an empty one are []. */
export function listOf(record: unknown, name: string): unknown[] {
  const value = fieldOf(record, name)
  return Array.isArray(value) ? value : typeof value === 'object' && value ? Object.values(value) : []
}

export function numberIn(record: unknown, name: string): number {
  return Number(fieldOf(record, name)) || 0
}

export function textIn(record: unknown, name: string): string {
  const value = fieldOf(record, name)
  return typeof value === 'string' ? value : ''
}

function repliesIn(comment: unknown): number[] {
  return listOf(comment, 'replies').flatMap((reply) => [numberIn(reply, 'commentid'), ...repliesIn(reply)])
}
