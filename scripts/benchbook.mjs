#!/usr/bin/env node
import './node-version.mjs'

await import('./benchbook.ts')
