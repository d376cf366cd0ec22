import { type Site, site as openedSite } from '../site/site.ts'
import { Trace, tracing } from '../trace/trace.ts'
import { trackedSite } from '../trace/tracked-site.ts'
import { type DocumentSource, documentSources } from './search-documents.ts'

/** A search document and its dependencies. */
export type MadeDocument = Awaited<ReturnType<typeof makeDocument>>

export async function makeDocument({ site, make }: DocumentSource, source: Site) {
  const trace = new Trace()
  const document = await tracing(trace, () => make(trackedSite(site, source, trace)))
  return {
    /** Undefined for an unreadable record. */
    document,
    /** Undefined if something could not be read: it must be made again each time. */
    asked: trace.hasErrors ? undefined : await trace.asked(),
    mediaLookups: [...trace.media],
  }
}

/** For the compiled pages: makes the document of a page, by the page's file; undefined for a page without one. */
export function documentsOfPages(): (file: string) => Promise<MadeDocument | undefined> {
  // A build that renders no page needs none of them.
  let opened: Promise<{ source: Site; sources: ReadonlyMap<string, DocumentSource> }> | undefined
  return async (file) => {
    const { source, sources } = await (opened ??= openSources())
    const one = sources.get(file)
    return one && makeDocument(one, source)
  }
}

async function openSources() {
  const source = await openedSite()
  const sources = new Map<string, DocumentSource>()
  for await (const one of documentSources(source)) sources.set(one.file, one)
  return { source, sources }
}
