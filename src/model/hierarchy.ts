import { z } from 'zod'
import { dictionary, list, text, title, wholeDictionary, wholeList } from './php.ts'

/** A tree of category titles; a leaf is null, {} or []. */
export interface CategoryTree {
  [title: string]: CategoryTree
}
const branchSchema: z.ZodType<CategoryTree> = z.lazy(() => dictionary(branchSchema))
/** `GET /categories` (api-facts, Hierarchy). */
export const categoryTreeSchema: z.ZodType<CategoryTree> = wholeDictionary(branchSchema)

/** `GET /wikis/CATEGORY?display=hierarchy`, section 2.8. */
export const hierarchySchema = z.looseObject({ hierarchy: categoryTreeSchema, display_titles: dictionary(text) })

/** One category of `display=hierarchyOrder`, the only form that keeps the site's order (api-facts, Hierarchy). */
export interface OrderedCategory {
  title: string
  display_title: string
  children: OrderedCategory[]
}
const orderedCategorySchema: z.ZodType<OrderedCategory> = z.lazy(() =>
  z.looseObject({ title, display_title: text, children: list(orderedCategorySchema) }),
)
export const hierarchyOrderSchema = wholeList(orderedCategorySchema)

/** Converts any form of the tree to the ordered one; a bare tree keeps the order of its keys. */
export function orderTree(tree: CategoryTree, displayTitles: Record<string, string> = {}): OrderedCategory[] {
  const titled = Object.entries(tree).filter(([title]) => title !== '')
  return titled.map(([title, children]) => ({
    title,
    display_title: (Object.hasOwn(displayTitles, title) && displayTitles[title]) || '',
    children: orderTree(children, displayTitles),
  }))
}
