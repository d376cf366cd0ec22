import { defineCommand } from '../command.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Look at this machine and at the service, and forecast a first crawl.',
  options: ['crawl'],
  async run(config, signal) {
    const { doctor } = await import('../stages/doctor.ts')
    return doctor(config, signal)
  },
  more: `
Nothing is copied. With --source it makes some hundred requests: it finds out how long
the lists are, and reads a sample of guides, wikis and pictures. The forecast is for a
first crawl with the same options; later ones ask only for what has changed.

Examples:
  benchbook doctor
  benchbook doctor --source https://www.ifixit.com --media pictures
  BENCHBOOK_TOKEN=… benchbook doctor --source https://team.dozuki.com
  benchbook doctor --json | jq .service.forecast

Exit codes: 0 success · 1 a problem was found
            2 wrong use or configuration · 130 interrupted`,
})
