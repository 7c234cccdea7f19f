/** What is looked for in cells. */
export interface Wanted {
  /** With `*` and `?` for any text and any character; `~*`, `~?` and `~~` for these characters. */
  readonly text: string;
  readonly matchCase: boolean;
  /** The text is all that the cell has. */
  readonly wholeCell: boolean;
}

/** The source of a regular expression for a text with `*`, `?`, and `~` before a character that is meant as it is. */
export const wildcardSource = (text: string): string =>
  text.replace(/~[*?~]|[*?]|[\\^$.|+()[\]{}/]/g, (found) => {
    if (found === "*") return String.raw`[\s\S]*`;
    if (found === "?") return String.raw`[\s\S]`;
    return found === "~~" ? "~" : `\\${found.at(-1)!}`;
  });

/** The pattern for a wanted text, for all its places in a cell's text. */
export function patternOf({ text, matchCase, wholeCell }: Wanted): RegExp {
  const source = wildcardSource(text);
  return new RegExp(wholeCell ? `^(?:${source})$` : source, `g${matchCase ? "" : "i"}u`);
}

/** True if a cell's text has what is wanted. */
export const hasText = (text: string, pattern: RegExp): boolean => text.search(pattern) >= 0;

/** A cell's text with every place of the pattern replaced. The replacement is plain text: `$` has no meaning. */
export const withReplaced = (text: string, pattern: RegExp, replacement: string): string =>
  // A pattern that may be empty, such as `*`, also matches the end of a text that it has matched whole.
  text.replace(pattern, (found: string, ...rest: unknown[]) => (found === "" && text !== "" && Number(rest[0]) > 0 ? "" : replacement));
