/** The six namespaces of the specification, section 2.7. */
export const NAMESPACES = ['CATEGORY', 'ITEM', 'TEAM', 'USER', 'INFO', 'WIKI'] as const
export type Namespace = (typeof NAMESPACES)[number]

export interface GuideRef {
  kind: 'guide'
  guideid: number
  /** The service's step id, if the reference points to a step of the guide. */
  stepid?: number
}
export interface WikiRef {
  kind: 'wiki'
  namespace: Namespace
  title: string
}
export interface TagRef {
  kind: 'tag'
  tag: string
}
export interface TeamRef {
  kind: 'team'
  teamid: number
}
export interface UserRef {
  kind: 'user'
  userid: number
}
/** A document hosted by the service: `/Document/{guid}/{file}`. */
export interface DocumentRef {
  kind: 'document'
  guid: string
}

/** The target of a link, or the subject of a record or page. */
export type Ref = GuideRef | WikiRef | TagRef | TeamRef | UserRef | DocumentRef

/** True if `text` is one of the six namespaces. */
export function isNamespace(text: string): text is Namespace {
  return (NAMESPACES as readonly string[]).includes(text)
}
