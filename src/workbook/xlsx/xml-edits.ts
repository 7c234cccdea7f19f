/** A span of a text in UTF-16 units, without its end. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces a span of a text; an empty span inserts. */
export interface Edit extends Span {
  readonly text: string;
}

/** Makes edits that do not overlap. Insertions at one place keep their order. */
export function edited(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

const attribute = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`);

/** An opening tag without this attribute. */
export const withoutAttribute = (tag: string, name: string): string => tag.replace(attribute(name), "");

/** An opening tag with this value of an attribute, in its place or after the others. */
export const withAttribute = (tag: string, name: string, value: string): string =>
  attribute(name).test(tag) ? tag.replace(attribute(name), () => ` ${name}="${value}"`) : tag.replace(/\s*\/?>$/, (end) => ` ${name}="${value}"${end.trim()}`);

/** The namespace prefix of a tag, with its colon: `x:` of `<x:c r="A1">`. */
export const prefixOf = (tag: string): string => /^<(\w+:)?/.exec(tag)?.[1] ?? "";
