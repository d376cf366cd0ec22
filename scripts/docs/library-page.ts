import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Application } from 'typedoc'
import { withFolder } from '../bench/runs.ts'

const HEAD = `# Library: functions and types

Made by \`npm run docs\` from \`src/library/library.ts\`. [Library](library.md) shows them at work.
`

/**
 * docs/library-api.md: the exports of `import … from 'benchbook'`, from their docstrings. Throws if a type that they use is not exported.
 */
export function libraryPage(): Promise<string> {
  const root = join(import.meta.dirname, '../../')
  return withFolder(async (folder) => {
    const app = await Application.bootstrapWithPlugins({
      ...{ entryPoints: [join(root, 'src/library/library.ts')], tsconfig: join(root, 'tsconfig.package.json'), readme: 'none' },
      plugin: ['typedoc-plugin-markdown'],
      ...{ disableSources: true, excludeExternals: true, excludeInternal: true, logLevel: 'Warn', treatWarningsAsErrors: true },
      // The options, which docs/options.md lists, and the names of resources.
      intentionallyNotExported: [
        ...['OPTIONS', 'Given', 'SectionOf', 'SHARED', 'CRAWLING', 'BUILDING', 'CHECKING', 'SERVING', 'PAPER', 'BUNDLING'],
        ...['RecordKind', 'ERROR_CODES', 'Facts'],
      ],
      ...{ out: folder, outputFileStrategy: 'modules', hideBreadcrumbs: true, hidePageHeader: true, hidePageTitle: true },
      ...{
        groupOrder: ['Functions', '*'],
        parametersFormat: 'table',
        interfacePropertiesFormat: 'table',
        typeAliasPropertiesFormat: 'table',
        typeDeclarationFormat: 'table',
      },
    })
    const project = await app.convert()
    if (!project) throw new Error('TypeDoc cannot read src/library/library.ts; its messages above say why.')
    app.validate(project)
    if (app.logger.hasWarnings()) throw new Error('TypeDoc warns; export the types that it names from src/library/library.ts.')
    await app.generateOutputs(project)
    return `${HEAD}\n${await readFile(join(folder, 'README.md'), 'utf8')}`
  })
}
