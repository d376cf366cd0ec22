/** What a public site of a service that nobody reads without a token lacks, and what it needs, in a sentence; undefined for any other. */
export function publicOfPrivate(site: string, { isPrivateSite }: { isPrivateSite?: boolean | undefined }): string | undefined {
  if (!site || !isPrivateSite) return undefined
  return 'Nobody reads this service without a token. So the site has no feeds, sitemap or llms.txt, and asks search engines not to list it. Whoever knows its address can read it: protect it with a password.'
}
