/** The six namespaces of the specification, section 2.7. */
export const NAMESPACES = ['CATEGORY', 'ITEM', 'TEAM', 'USER', 'INFO', 'WIKI'] as const
export type Namespace = (typeof NAMESPACES)[number]

export interface WikiRef {
  kind: 'wiki'
  namespace: Namespace
  title: string
}
/** A document hosted by the service: `/Document/{guid}/{file}`. */
export interface DocumentRef {
  kind: 'document'
  guid: string
}

/** The target of a link, or the subject of a record or page. */
export type Ref =
  /** `stepid` is the service's, if the reference points to a step of the guide. */
  | { kind: 'guide'; guideid: number; stepid?: number }
  | WikiRef
  | { kind: 'tag'; tag: string }
  | { kind: 'team'; teamid: number }
  | { kind: 'user'; userid: number }
  | DocumentRef

/** True if `text` is one of the six namespaces. */
export const isNamespace = (text: string): text is Namespace => (NAMESPACES as readonly string[]).includes(text)
