import { setFlagsFromString } from 'node:v8'

/** Keeps the space of new objects at its first size: crawl and replica make much garbage and keep little, and V8 would set 100 MB aside for it. */
setFlagsFromString('--semi-space-growth-factor=1')
