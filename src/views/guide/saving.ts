import { fileAt } from '../../routes.ts'
import { keepingOf, type KeepingView } from '../site/app.ts'
import type { Site } from '../site/site.ts'

/** How a guide can be saved as one file. */
export interface SavingView {
  /** The address of what every such file has: see one-file/shell.ts. */
  shell: string
  /** The sentence that says it is a copy; `{date}` is filled in when it is one. */
  copy: string
  keeping: KeepingView | undefined
}

/** Undefined on a site that is made for a disk, where a page may fetch nothing. */
export const savingOf = (site: Site): SavingView | undefined =>
  site.toRoot === undefined && site.config.links === 'root'
    ? { shell: fileAt(site, '/one-file.json'), copy: site.words.say('oneFile.copy', { date: '{date}' }), keeping: keepingOf(site) }
    : undefined
