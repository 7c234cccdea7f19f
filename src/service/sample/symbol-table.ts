/**
 * Parses a table of symbols: `SYMBOL word word|SYMBOL word`. An entry ends at a bar or a line break.
 *
 * @param name of the table, for the error
 * @param read reads the words after the symbol; returns undefined if it cannot
 * @throws Error that names the table and the entry that cannot be read
 */
export function symbolTable<T>(name: string, text: string, read: (words: readonly string[]) => T | undefined): ReadonlyMap<string, T> {
  return new Map(
    text
      .trim()
      .split(/[|\n]/)
      .map((entry): [string, T] => {
        const [symbol = "", ...words] = entry.trim().split(" ");
        const value = read(words);
        if (symbol === "" || value === undefined) throw new Error(`${name}: cannot read "${entry}"`);
        return [symbol, value];
      }),
  );
}
