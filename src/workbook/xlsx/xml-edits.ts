import { type Attributes, localName, readXml, type Span } from "./read-xml";

/** Elements that must not be empty. */
const LISTS = /^(?:ext|extLst|slicerCaches|slicerList|slicers)$/;

interface ElementInText {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: Attributes;
  /** The root of the part has the depth 0. */
  readonly depth: number;
  /** Its text with its tags. */
  text(): string;
}

/** A part's text without some of its elements, and without lists that are empty then. The same text if there are none; undefined if the root goes, too. */
export function withoutElements(xml: string, where: string, isGone: (element: ElementInText) => boolean): string | undefined {
  let edits: Edit[] = [];
  const path: { readonly attributes: Attributes; readonly start: number; children: number; gone: number }[] = [];
  let isRootGone = false;
  readXml(xml, where, {
    open: (_, attributes, start) => {
      if (path.length > 0) path.at(-1)!.children++;
      path.push({ attributes, start, children: 0, gone: 0 });
    },
    close: (full, _, end) => {
      const { attributes, start, children, gone } = path.pop()!;
      const name = localName(full);
      const isEmpty = LISTS.test(name) && gone > 0 && gone === children;
      if (!isEmpty && !isGone({ name, attributes, depth: path.length, text: () => xml.slice(start, end) })) return;
      edits = [...edits.filter((edit) => edit.start < start), { start, end, text: "" }];
      const parent = path.at(-1);
      if (parent) parent.gone++;
      else isRootGone = true;
    },
  });
  return isRootGone ? undefined : edits.length > 0 ? edited(xml, edits) : xml;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for an element or a quoted attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c]!);

/** Reverses `escapeXml`, and what other programs write for a character. */
export const unescapeXml = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\dA-Fa-f]+));/g, (entity: string, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return name === "apos" ? "'" : Object.keys(ENTITIES).find((c) => ENTITIES[c] === entity)!;
    return String.fromCodePoint(decimal === undefined ? parseInt(hex!, 16) : Number(decimal));
  });

const code = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/**
 * Escapes a cell's text. Characters that XML does not allow become `_x000D_`, as in Excel, and so does an underscore that would start such a code.
 */
export function escapeCellText(text: string): string {
  const coded = text
    .replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_")
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, code);
  return escapeXml(coded);
}

/** Reverses `_x000D_` codes in text whose entities are resolved. */
export const cellText = (text: string): string =>
  text.includes("_x") ? text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text;

/** Replaces a span of a text; an empty span inserts. */
export interface Edit extends Span {
  readonly text: string;
}

const isReplacement = ({ start, end }: Edit): number => Number(end > start);

/** Makes edits that do not overlap. Insertions at one place keep their order, and are before a replacement that starts there. */
export function edited(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of [...edits].sort((a, b) => a.start - b.start || isReplacement(a) - isReplacement(b))) {
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

/** An attribute in an opening tag, with the blanks before it. A quoted value may contain what looks like another attribute. */
function attributeIn(tag: string, name: string): Span | undefined {
  if (!tag.includes(name)) return undefined;
  const next = /\s+([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/gy;
  next.lastIndex = /^<[^\s/>]+/.exec(tag)?.[0].length ?? 0;
  for (let m = next.exec(tag); m; m = next.exec(tag)) if (m[1] === name) return { start: m.index, end: next.lastIndex };
  return undefined;
}

/** An opening tag without this attribute. */
export function withoutAttribute(tag: string, name: string): string {
  const found = attributeIn(tag, name);
  return found ? tag.slice(0, found.start) + tag.slice(found.end) : tag;
}

/** An opening tag with this value of an attribute, in its place or after the others. */
export function withAttribute(tag: string, name: string, value: string): string {
  const found = attributeIn(tag, name);
  const end = tag.length - (/\s*\/?>$/.exec(tag)?.[0].length ?? 0);
  const { start, end: to } = found ?? { start: end, end };
  return `${tag.slice(0, start)} ${name}="${value}"${tag.slice(to)}`;
}

/** The namespace prefix of a tag, with its colon: `x:` of `<x:c r="A1">`. */
export const prefixOf = (tag: string): string => /^<([^\s/>:]+:)?/.exec(tag)?.[1] ?? "";

/** The opening tag that an element's text begins with. */
export const openingTag = (xml: string): string | undefined => /^<(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(xml)?.[0];

/** True for the tag of an element without content. */
export const isEmptyTag = (xml: string, { end }: Span): boolean => xml[end - 2] === "/";

/** The tag of an element without content as an opening tag. */
export const openedTag = (tag: string): string => tag.replace(/\s*\/>$/, ">");

/** An element without content, given by its tag, with this content. */
export const withContent = (tag: string, content: string): string => `${openedTag(tag)}${content}</${/^<([^\s/>]+)/.exec(tag)![1]!}>`;

/** An element in two parts: its opening tag, and its children as written, each by its name. */
export function childrenOf(xml: string): { readonly open: string; readonly children: readonly { readonly name: string; readonly text: string }[] } {
  const open = openingTag(xml) ?? "";
  const children: { name: string; text: string }[] = [];
  let depth = 0;
  let from = 0;
  const tags = /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>/g;
  tags.lastIndex = open.length;
  for (let m = tags.exec(xml); m && !open.endsWith("/>"); m = tags.exec(xml)) {
    if (m[1] === "/") {
      if (--depth === 0) children.push({ name: m[2]!, text: xml.slice(from, tags.lastIndex) });
    } else if (depth === 0) {
      if (m[3] === "/") children.push({ name: m[2]!, text: m[0] });
      else [depth, from] = [1, m.index];
    } else if (m[3] !== "/") depth++;
  }
  return { open, children };
}
