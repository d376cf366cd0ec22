import type en from './en.json'

/** The plural forms of a sentence with `{count}`, by the categories of Intl.PluralRules for its language. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** All that the interface says, as en.json has it; other languages have the same keys or fewer. Placeholders are written `{name}`. */
export type Dictionary = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Forms }

export type Key = keyof Dictionary
/** What is said as it stands. */
export type SayKey = { [Name in Key]: Dictionary[Name] extends string ? Name : never }[Key]
/** What depends on a number. */
export type CountKey = Exclude<Key, SayKey>
