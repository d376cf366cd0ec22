/** The path of the home page, with a slash at both ends. */
export const siteFolder = (): string => import.meta.env.BASE_URL.replace(/(?<!\/)\/*$/, '/')
