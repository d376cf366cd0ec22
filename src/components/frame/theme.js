const KEY = 'theme'

/** @param {string | null} chosen */
function show(chosen) {
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : 'system'
  document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? 'all' : 'not all'
  }
  const menu = document.querySelector('.theme select')
  if (menu) menu.value = theme
}

// Storage may be denied or full.
function remembered(use) {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}

show(remembered((storage) => storage.getItem(KEY)))
document.addEventListener('DOMContentLoaded', () => show(document.documentElement.dataset.theme))
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.theme select')) return
  remembered((storage) => storage.setItem(KEY, target.value))
  show(target.value)
})
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) show(newValue)
})
