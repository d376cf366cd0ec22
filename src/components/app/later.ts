// In one module, to keep the loading code of pages small.
export { togglePanel } from './keep-panel.ts'
export { upkeep } from './upkeep.ts'
