import { defineConfig } from 'astro/config'
import { astroSettings } from './src/build/astro-settings.ts'
import { readConfig } from './src/config.ts'

// For Astro's own tools, such as its type checker; a build gives the same settings itself.
const config = readConfig()

export default defineConfig({ ...astroSettings(config), outDir: config.out })
