import { z } from 'zod'
import { type Check, isThere } from './check.ts'
import { isRising, must, NotShown, sameItems } from './law.ts'
import { comment, guideItems, member, user } from './shapes.ts'

const members = z.array(member)

export const PEOPLE_CHECKS: readonly Check[] = [
  {
    name: 'teams: a team answers with its members, ordered by userid where that is asked for',
    async run(peer, known) {
      for (const { teamid } of (await known.teams()).slice(0, 3)) {
        const usual = (await peer.read(`/teams/${teamid}`, members)).map(({ userid }) => userid)
        const rising = (await peer.read(`/teams/${teamid}?order=ASC`, members)).map(({ userid }) => userid)
        const falling = (await peer.read(`/teams/${teamid}?order=DESC`, members)).map(({ userid }) => userid)
        must(isRising(rising), `order=ASC gives ${rising.join(', ')}`)
        must(sameItems(falling, rising.toReversed()), `order=DESC gives ${falling.join(', ')}`)
        must(
          sameItems(
            usual.toSorted((a, b) => a - b),
            rising,
          ),
          'with an order there are other members than without',
        )
      }
    },
  },
  {
    name: 'teams: order goes by teamid',
    async run(peer, known) {
      await known.teams()
      const ids = async (order: string) =>
        (await peer.read(`/teams?limit=200&order=${order}`, z.array(z.looseObject({ teamid: z.int() })))).map(({ teamid }) => teamid)
      must(isRising(await ids('ASC')), 'order=ASC does not rise')
      must(isRising((await ids('DESC')).toReversed()), 'order=DESC does not fall')
    },
  },
  {
    name: 'users: the list names people that have a profile',
    async run(peer, known) {
      const [{ userid, username }] = await known.users()
      must((await peer.read(`/users/${userid}`, user)).username === username, `user ${userid} is not "${username}" in the profile`)
    },
  },
  {
    name: 'users: the author of a guide has a profile under the userid',
    async run(peer, known) {
      for (const { userid, username } of (await known.guides()).slice(0, 5)) {
        const profile = await peer.read(`/users/${userid}`, user)
        must(
          profile.userid === userid && profile.username === username,
          `user ${userid} says it is ${profile.userid} "${profile.username}"`,
        )
      }
    },
  },
  {
    name: 'users: a search finds a number as userid, and an exact name first',
    async run(peer, known) {
      const [{ userid, username }] = await known.guides()
      await isThere(peer, `/users/search/${userid}`)
      const byNumber = await peer.read(`/users/search/${userid}`, members)
      must(
        sameItems(
          byNumber.map((found) => found.userid),
          [userid],
        ),
        `the number ${userid} finds ${byNumber.length} users`,
      )
      const [first] = await peer.read(`/users/search/${encodeURIComponent(username)}`, members)
      must(first?.username.toLowerCase() === username.toLowerCase(), `"${username}" finds "${first?.username ?? 'nobody'}" first`)
    },
  },
  {
    name: 'users: guides that a user contributed to are guides, badges a list or an object with one',
    async run(peer, known) {
      const [{ userid }] = await known.guides()
      await isThere(peer, `/users/${userid}/guides`)
      await peer.read(`/users/${userid}/guides`, guideItems)
      await isThere(peer, `/users/${userid}/badges`)
      await peer.read(`/users/${userid}/badges`, z.union([z.array(z.unknown()), z.looseObject({})]))
    },
  },
  {
    name: 'comments: the list goes by commentid, and what stands inside a comment is its reply',
    async run(_, known) {
      const comments = await known.comments()
      must(isRising(comments.map(({ commentid }) => commentid)), 'comments are not in the order of their commentids')
      for (const { commentid, replies = [] } of comments) {
        const stray = replies.find(({ parentid }) => parentid !== commentid)
        must(stray === undefined, `reply ${stray?.commentid} stands in comment ${commentid} and names ${stray?.parentid} as its parent`)
      }
    },
  },
  {
    name: 'comments: a comment answers under its commentid',
    async run(peer, known) {
      for (const { commentid, text_raw } of (await known.comments()).slice(0, 3)) {
        const one = await peer.read(`/comments/${commentid}`, comment)
        must(one.commentid === commentid && one.text_raw === text_raw, `comment ${commentid} is another one under its own address`)
      }
    },
  },
  {
    name: 'comments: a reply answers under its commentid and names its parent, which answers, too',
    async run(peer, known) {
      // Lists hold replies inside their comments, or beside them.
      const all = (await known.comments()).flatMap((thread) => [thread, ...(thread.replies ?? [])])
      const reply = all.find(({ parentid }) => parentid !== null)
      if (!reply) throw new NotShown('no comment on the first page is a reply')
      const { commentid, parentid } = await peer.read(`/comments/${reply.commentid}`, comment)
      must(commentid === reply.commentid && parentid === reply.parentid, `it says it is ${commentid} to ${parentid}`)
      must((await peer.read(`/comments/${parentid}`, comment)).commentid === parentid, `${parentid} is another comment`)
    },
  },
]
