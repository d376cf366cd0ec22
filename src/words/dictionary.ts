import type en from './en.json'

/** The plural forms of a sentence with `{count}`, by the categories of Intl.PluralRules for its language. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** All texts of the interface, as en.json has them; other languages have the same keys or fewer. Placeholders are written `{name}`. */
export type Dictionary = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Forms }

export type Key = keyof Dictionary
/** Keys of texts without plural forms. */
export type SayKey = { [Name in Key]: Dictionary[Name] extends string ? Name : never }[Key]
/** Keys of texts with plural forms. */
export type CountKey = Exclude<Key, SayKey>
