declare global {
  interface ImportMetaEnv {
    /** True for a site with relative links. A compile-time constant, used in conditions so that other sites contain no guarded code. */
    readonly RELATIVE_LINKS?: boolean
    /** True for a site that is an app. */
    readonly APP?: boolean
  }
}

/** True if the site's links are relative, so that it may be stored anywhere. Known at compile time. */
const IS_RELATIVE = !!import.meta.env.RELATIVE_LINKS

/** True on a page that was opened from a disk: browsers do not let it fetch anything or start a worker. */
export const isOnDisk = (): boolean => IS_RELATIVE && location.protocol === 'file:'

/** The absolute address of a folder of the site: workers, and pages elsewhere, would resolve a relative one differently. */
export const folderAt = (named: string): string => (IS_RELATIVE ? new URL(named, document.baseURI).href : named)

/** The address of a page from that of its folder: a disk has no index pages. */
export const pageAt = (folder: string): string => (IS_RELATIVE ? `${folder}index.html` : folder)

/** Identifies a page by its path: a host may serve it with and without the file name. */
export const nameOfPage = (path: string): string => (IS_RELATIVE ? path.replace(/\/index\.html$/, '/') : path)

/** The root of the site as named by a page with relative links; undefined on others. */
export function siteRoot(): string | undefined {
  const { root } = document.documentElement.dataset
  return IS_RELATIVE && root !== undefined ? folderAt(root) : undefined
}
