/** What a table holds under a key that somebody else wrote. A plain `table[key]` answers "constructor" with a function. */
export const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
