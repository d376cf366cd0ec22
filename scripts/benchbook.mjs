#!/usr/bin/env node
import { existsSync } from 'node:fs'
import './node-version.mjs'

// A checkout runs the sources, a package the compiled program: Node strips no types below node_modules.
const source = new URL('../src/cli/benchbook.ts', import.meta.url)
await import(existsSync(source) ? source.href : '../lib/src/cli/benchbook.js')
