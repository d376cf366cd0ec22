import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownPageView } from '../../../src/views/own/own-page.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

test('a stray % in an address of a page of one’s own is part of the name', async () => {
  const pages = await temporaryFolder()
  await writeFile(join(pages, 'imprint.md'), '# Imprint\n\n[done](100%.md) and ![all](100%.jpg), see [the team](te%61m.md).\n')
  await writeFile(join(pages, 'team.md'), '# The team\n\nAll of us.\n')
  const site = await siteOf(guidesCache([guide(1)]), { pages })
  const { html } = await ownPageView(site, 'imprint')
  expect(html).toContain('done')
  expect(html).toMatch(/href="[^"]*\/page\/team\/">the team/)
})
