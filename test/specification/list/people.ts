import { ADDRESS, CODE, ELSEWHERE, ID, PICTURE } from './reasons.ts'
import { all, at, not, type RecordRows, words } from './row.ts'

const TALK = not('comments are not indexed')
const PEOPLE = not('people are found through their own page')

/** Teams, users and comments: parts 2.9, 2.10, 2.11. */
export const PEOPLE_ROWS: RecordRows[] = [
  {
    parts: ['2.9'],
    name: 'Team',
    crawled: '`/teams`, page by page',
    stored: ['teams'],
    answered: '/teams?limit=1',
    page: '/team/1/',
    fields: {
      teamid: [ADDRESS, ID],
      name: [at('h1'), 'title'],
      description: [at('.prose'), 'text'],
      image: [at('.team-picture', 'file'), PICTURE],
      ...all('latitude longitude', at('.person-header a'), CODE),
      member_count: [at('.key-facts', words('5 members')), CODE],
      owner: [at('.person-header a', words('/user/2/')), PEOPLE],
      reputation: [at('.key-facts', words('9,948')), CODE],
    },
  },
  {
    parts: ['2.10'],
    name: 'User',
    crawled: 'each user that a guide, a team, a wiki or a comment references',
    stored: ['user'],
    answered: '/users/1',
    page: '/user/1/',
    fields: {
      userid: [ADDRESS, ID],
      username: [at('h1'), 'title'],
      unique_username: [at('.key-facts'), PEOPLE],
      join_date: [at('.key-facts', 'date'), CODE],
      image: [at('.user-avatar', 'file'), PICTURE],
      reputation: [at('.key-facts', words('4,210')), CODE],
      url: [at('.site-footer'), CODE],
      teams: [at('.key-facts a', words('/team/2/')), ELSEWHERE],
      privileges: [at('.key-facts'), CODE],
    },
  },
  {
    parts: ['2.11'],
    name: 'Comment',
    crawled: '`/comments`, page by page, and with guides and steps',
    stored: ['comments', 'guide'],
    answered: '/guides/11?excludePrerequisiteSteps',
    within: 'comments',
    page: '/guide/11/',
    fields: {
      commentid: [at('.comment', words('comment-951')), ID],
      locale: [not('a comment stands below the record that it is about, whatever its language'), CODE],
      context: [at('[aria-labelledby=comments]', words('Comments')), CODE],
      contextid: [not('a comment stands below the record that it is about'), ID],
      parentid: [not('a reply is shown below its comment'), ID, '/comments?limit=200#'],
      author: [at('.comment'), PEOPLE],
      title: [not('no comment in the sample has one; shown above the text'), TALK],
      text_raw: [not('`text_rendered` is shown; the raw text is rendered if that is missing'), TALK],
      text_rendered: [at('.comment .prose'), TALK],
      rating: [not('0 in every known answer; shown if not'), CODE],
      date: [at('.comment', 'date'), CODE],
      modified_date: [at('.comment', 'date'), CODE, '/guides/11?excludePrerequisiteSteps#steps.comments'],
      status: [at('.comment', words('Resolved'), '/guide/13/'), CODE, '/guides/13'],
      replies: [at('.comment .comments'), TALK],
    },
  },
]
