declare global {
  interface ImportMetaEnv {
    /** True for a site whose links are relative. Set when scripts are compiled, and named where it decides: then other sites have nothing of what it guards. */
    readonly RELATIVE_LINKS?: boolean
    /** True for a site that is an app. */
    readonly APP?: boolean
  }
}

/** True where the links of the site are relative, so that it may lie anywhere. Known when scripts are compiled: other sites have none of it. */
const IS_RELATIVE = !!import.meta.env.RELATIVE_LINKS

/** True on a page that was opened from a disk: browsers let it fetch nothing, and start no worker. */
export const isOnDisk = (): boolean => IS_RELATIVE && location.protocol === 'file:'

/** The whole address of a folder of the site, of which a page knows the name: workers, and pages elsewhere, would read a relative one otherwise. */
export const folderAt = (named: string): string => (IS_RELATIVE ? new URL(named, document.baseURI).href : named)

/** The address of a page, by that of its folder: a disk has no index pages. */
export const pageAt = (folder: string): string => (IS_RELATIVE ? `${folder}index.html` : folder)

/** What tells a page from others, by its path: a host may be asked for it with and without the name of its file. */
export const nameOfPage = (path: string): string => (IS_RELATIVE ? path.replace(/\/index\.html$/, '/') : path)

/** The root of the site, as a page whose links are relative names it; undefined on others. */
export function siteRoot(): string | undefined {
  const { root } = document.documentElement.dataset
  return IS_RELATIVE && root !== undefined ? folderAt(root) : undefined
}
