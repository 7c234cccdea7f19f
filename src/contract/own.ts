/** The table's own entry for an untrusted key. A plain `table["constructor"]` would return an inherited function. */
export const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
