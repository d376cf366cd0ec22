import { togglePanel } from './keep-panel.ts'
import { upkeep } from './upkeep.ts'

/** In one file: pages have few bytes to name what they load later. */
export const openPanel = (button: HTMLButtonElement): Promise<void> => togglePanel(button)

export const lookAfterKept = (registration?: ServiceWorkerRegistration): Promise<void> => upkeep(registration)
