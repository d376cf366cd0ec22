import { setFlagsFromString } from 'node:v8'

// Crawl, build and replica make much garbage and keep little. V8 would set 100 MB aside for new objects, and let old ones double before it looks.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=40')
