import type { Check } from './check.ts'
import { must } from './law.ts'
import type { Peer } from './peer.ts'

const NOBODYS = 999_999_999

export const REFUSAL_CHECKS: readonly Check[] = [
  ...[`/guides/${NOBODYS}`, '/wikis/CATEGORY/No%20such%20wiki%20at%20all', `/users/${NOBODYS}`, '/no-such-endpoint'].map((path) => ({
    name: `refusals: ${path} is 404 with a message`,
    run: (peer: Peer) => peer.refusal(path, [404]),
  })),
  {
    name: 'refusals: a verb that an endpoint has not is 405 and names in Allow those that it has',
    async run(peer) {
      // No service has a way to replace all tags: this changes nothing anywhere, and no token is sent with it.
      const { headers } = await peer.refusal('/tags', [405], { method: 'PUT' })
      must(/\bGET\b/.test(headers.get('allow') ?? ''), `Allow is "${headers.get('allow') ?? ''}"`)
    },
  },
  ...['/guides?order=SIDEWAYS', '/guides?offset=-1', '/users?offset=1001'].map((path) => ({
    name: `refusals: ${path} is 422 and names what is wrong in "errors"`,
    async run(peer: Peer) {
      const { errors } = await peer.refusal(path, [422])
      must((errors?.length ?? 0) > 0, '"errors" is missing or empty')
    },
  })),
  ...['/user', '/user/favorites/guides', '/user/completions'].map((path) => ({
    name: `refusals: ${path} is 401 to a stranger`,
    run: (peer: Peer) => peer.refusal(path, [401]),
  })),
  {
    name: 'refusals: a token that is wrong is 401',
    run: (peer) => peer.refusal('/user', [401], { headers: { authorization: 'api no-such-token' } }),
  },
  {
    name: 'refusals: a stranger is not told who has read what',
    async run(peer, known) {
      const [{ guideid }] = await known.guides()
      await peer.refusal(`/user_view_history/guide/${guideid}`, [401, 403, 404])
    },
  },
]
