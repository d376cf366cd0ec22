const FINDING_KINDS = [
  'dead link',
  'dead fragment',
  'repeated id',
  'machine path',
  'loopback address',
  'damaged file',
  'changed file',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** A problem, with all files that have it. */
export interface Finding {
  kind: FindingKind
  /** The link, file or address, or a sentence about it. */
  what: string
  /** The files of the site that have it, or the damaged file itself. */
  pages: string[]
}

/** Collects findings so that a wrong link in the footer of 60,000 pages is one finding. */
export class Findings {
  readonly #byKindAndWhat = new Map<string, Finding>()

  add(kind: FindingKind, what: string, page: string): void {
    const key = `${kind}\n${what}`
    const finding = this.#byKindAndWhat.get(key)
    if (!finding) this.#byKindAndWhat.set(key, { kind, what, pages: [page] })
    else if (finding.pages.at(-1) !== page) finding.pages.push(page)
  }

  /** By kind, the most frequent first. */
  sorted(): Finding[] {
    return Array.from(this.#byKindAndWhat.values()).sort(
      (a, b) =>
        FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind) || b.pages.length - a.pages.length || (a.what < b.what ? -1 : 1),
    )
  }
}
