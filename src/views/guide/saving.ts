import { fileAt } from '../../routes.ts'
import { keepingOf, type KeepingView } from '../site/app.ts'
import type { Site } from '../site/site.ts'

/** How a guide can be saved as a single file. */
export interface SavingView {
  /** The address of the part that all such files share: see one-file/shell.ts. */
  shell: string
  /** The sentence saying that it is a copy; `{date}` is filled in on saving. */
  copy: string
  keeping: KeepingView | undefined
}

/** Undefined on a site for use from disk, where pages cannot fetch anything. */
export const savingOf = (site: Site): SavingView | undefined =>
  site.toRoot === undefined && site.config.links === 'root'
    ? { shell: fileAt(site, '/one-file.json'), copy: site.words.say('oneFile.copy', { date: '{date}' }), keeping: keepingOf(site) }
    : undefined
