import { togglePanel } from './keep-panel.ts'
import { upkeep } from './upkeep.ts'

/** In one module, to keep the loading code of pages small. */
export const openPanel = (button: HTMLButtonElement): Promise<void> => togglePanel(button)

export const lookAfterKept = (registration?: ServiceWorkerRegistration): Promise<void> => upkeep(registration)
