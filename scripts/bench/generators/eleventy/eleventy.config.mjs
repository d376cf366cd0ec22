export default (config) => {
  config.addCollection('byCategory', (api) => {
    const guides = Map.groupBy(api.getFilteredByTag('guide'), ({ data }) => data.guide.category)
    return [...guides].map(([name, guides]) => ({ name, guides }))
  })
  return { dir: { output: 'public' } }
}
