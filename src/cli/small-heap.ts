import { setFlagsFromString } from 'node:v8'

/**
 * For commands that make much garbage and retain little: V8 would reserve 100 MB for new objects, and let old ones double before collecting.
 * A build retains too much for it: a night would take a sixth more CPU.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
}

/** V8's defaults again. */
export function letHeapGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=0')
}
