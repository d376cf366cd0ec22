import { setFlagsFromString } from 'node:v8'

// Crawl, bundle and replica make much garbage and retain little. V8 would reserve 100 MB for new objects, and let old ones double before
// collecting. A build retains too much for this: a night would take a sixth more CPU.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=40')
