import { escapeHtml } from '../../render/escape.ts'

/** Text escaped for XML 1.0, between tags and in quoted attributes; most control characters are forbidden even when escaped. */
export const escapeXml = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  escapeHtml(text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''))
