import type { DocumentRef, Ref, WikiRef } from './model/ref.ts'
import { nameIn } from './model/names.ts'

/** What has a page of its own; a document is a file. */
export type PageRef = Exclude<Ref, DocumentRef>

/**
 * Every URL of the site: paths from its root with a slash at both ends, before `--base`. A guide's path holds its id only, so that it
 * stays the same when its title is edited; a title's path ends in a hash, and where two titles meet all the same one has a longer hash.
 */
export function pathOf(ref: PageRef): string {
  switch (ref.kind) {
    case 'guide':
      return `/guide/${ref.guideid}/`
    case 'wiki':
      return wikiPath(ref)
    case 'tag':
      return `/tag/${nameIn('tag', ref.tag)}/`
    case 'team':
      return `/team/${ref.teamid}/`
    case 'user':
      return `/user/${ref.userid}/`
  }
}

function wikiPath({ namespace, title }: WikiRef): string {
  // TEAM and USER wikis are the about pages of teams and users: their titles are ids (specification, section 2.7).
  if ((namespace === 'TEAM' || namespace === 'USER') && /^\d+$/.test(title)) return `/${namespace.toLowerCase()}/${title}/`
  const folder = namespace.toLowerCase()
  return `/${folder}/${nameIn(folder, title)}/`
}

/** Pages that exist once. */
export const HOME = '/'
export const SEARCH = '/search/'
export const ABOUT = '/about/'
export const CATEGORIES = '/category/'
export const TAGS = '/tag/'
export const TEAMS = '/team/'

/** A page of the operator's own, and a picture that lies beside it; names of pages have no dots. */
export const ownPagePath = (name: string): string => `/page/${name}/`
export const ownPictureUrl = (file: string): string => `/page/${encodeURIComponent(file)}`

/** The path of one page of a listing; the first has no number. */
export function listingPage(path: string, page: number): string {
  return page > 1 ? `${path}page/${page}/` : path
}

/** The anchor of a step by its position from 1, and by the service's id. */
export const stepAnchor = (position: number): string => `step-${position}`
export const serviceStepAnchor = (stepid: number): string => `s${stepid}`

/** Where a cached media file (its path in the cache, `media/3f/…`) stands in the site. */
export const mediaUrl = (file: string): string => `/${file}`

/** Puts a site path below the base (`/` or `/guides/`). */
export function withBase(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}${path}`
}
