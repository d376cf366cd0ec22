#!/usr/bin/env node
import { existsSync } from 'node:fs'
import './node-version.mjs'

// A checkout runs its sources, a package what was compiled of them: Node reads no TypeScript below node_modules.
const source = new URL('../src/cli/benchbook.ts', import.meta.url)
await import(existsSync(source) ? source.href : '../lib/src/cli/benchbook.js')
