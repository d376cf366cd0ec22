/** The six namespaces of the specification, section 2.7. */
export const NAMESPACES = ['CATEGORY', 'ITEM', 'TEAM', 'USER', 'INFO', 'WIKI'] as const
export type Namespace = (typeof NAMESPACES)[number]

export interface GuideRef {
  kind: 'guide'
  guideid: number
  /** The service's step id, when the reference points into the guide. */
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
/** A document that the service hosts: `/Document/{guid}/{file}`. */
export interface DocumentRef {
  kind: 'document'
  guid: string
}

/** What a link, a record or a page is about. */
export type Ref = GuideRef | WikiRef | TagRef | TeamRef | UserRef | DocumentRef

/** True when `text` is one of the six namespaces. */
export function isNamespace(text: string): text is Namespace {
  return (NAMESPACES as readonly string[]).includes(text)
}
