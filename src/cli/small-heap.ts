import { setFlagsFromString } from 'node:v8'

// Crawl, build and replica make much garbage and retain little. V8 would reserve 100 MB for new objects, and let old ones double before
// collecting.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=40')
