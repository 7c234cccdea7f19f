import { strFromU8, strToU8 } from "fflate";
import { SaxesParser } from "saxes";
import { FileRefusal } from "./file-refusal";

export type Attributes = Readonly<Record<string, string>>;

/** True for an attribute that is set, and for one that is explicitly not. A missing one is neither. */
export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";
export const isFalse = (value: string | undefined): boolean => value === "0" || value === "false";

interface XmlHandlers {
  /** Start and end of the tag in the text, in UTF-16 units; an element without content is also closed. */
  readonly open?: (name: string, attributes: Attributes, start: number, end: number) => void;
  readonly close?: (name: string, start: number, end: number) => void;
  readonly text?: (text: string) => void;
}

/** An element in a part's text, with its tags. */
export interface ElementInText extends Span {
  readonly name: string;
  readonly attributes: Attributes;
  /** That of the root is 1. */
  readonly depth: number;
  /** Its opening tag. */
  readonly tag: Span;
  /** Where its content ends. */
  readonly close: number;
  /** The text in it, without that of other wanted elements. */
  readonly text: string;
}

/** Decodes a part's text from any Unicode encoding. */
export function xmlText(part: Uint8Array): string {
  if ((part[0] === 0xff && part[1] === 0xfe) || (part[0] === 0xfe && part[1] === 0xff)) {
    const [low, high] = part[0] === 0xff ? [0, 1] : [1, 0];
    let text = "";
    for (let i = 2; i + 1 < part.length; i += 2) text += String.fromCharCode(part[i + low]! + part[i + high]! * 256);
    return text;
  }
  const from = part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf ? 3 : 0;
  return strFromU8(from ? part.subarray(from) : part);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/**
 * Encodes a changed text as its part was before: in UTF-8 or UTF-16, with its byte order mark if it had one. Throws a `FileRefusal` for a part in another
 * encoding, because its text was not read right.
 */
export function xmlPart(text: string, before: Uint8Array, where: string): Uint8Array {
  if (!isSame(encoded(xmlText(before), before), before))
    throw new FileRefusal(`Expected text in UTF-8 in ${where}, got another encoding. Open the file in Excel and save it.`);
  return encoded(text, before);
}

function encoded(text: string, before: Uint8Array): Uint8Array {
  const [first, second] = before;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const bytes = new Uint8Array(2 + 2 * text.length);
    bytes.set([first, second]);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < text.length; i++) view.setUint16(2 + 2 * i, text.charCodeAt(i), first === 0xff);
    return bytes;
  }
  return first === 0xef && second === 0xbb && before[2] === 0xbf ? strToU8(`\ufeff${text}`) : strToU8(text);
}

/**
 * Parses a part's text. Names lose the root element's prefix, so `x:c` in an `x:worksheet` is `c`; other prefixes stay. Attributes are as written. Throws a
 * `FileRefusal` for invalid XML.
 */
export function readXml(text: string, where: string, handlers: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false });
  let prefix: string | undefined;
  const local = (name: string): string => {
    prefix ??= /^[^:]+:/.exec(name)?.[0] ?? "";
    return prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  };
  const tagStart = (end: number): number => text.lastIndexOf("<", end - 1);
  parser.on("error", (e) => {
    throw new FileRefusal(
      `Expected an .xlsx workbook, got one whose part ${where} cannot be read (${e.message.replace(/^\d+:\d+:\s*/, "").replace(/\.$/, "")}). Open it in Excel, let it repair the file, and save it.`,
    );
  });
  if (handlers.open || handlers.close)
    parser.on("opentag", ({ name, attributes }) => handlers.open?.(local(name), attributes as Attributes, tagStart(parser.position), parser.position));
  if (handlers.close) parser.on("closetag", ({ name }) => handlers.close?.(local(name), tagStart(parser.position), parser.position));
  if (handlers.text) {
    parser.on("text", handlers.text);
    parser.on("cdata", handlers.text);
  }
  parser.write(text).close();
}

/** A name without the prefix of its namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The elements of a text for which `isWanted` is true, in the order in which they begin. Throws as `readXml` does. */
export function elementsInText(xml: string, where: string, isWanted: (name: string, depth: number) => boolean): readonly ElementInText[] {
  const found: { -readonly [K in keyof ElementInText]: ElementInText[K] }[] = [];
  const path: ((typeof found)[number] | undefined)[] = [];
  readXml(xml, where, {
    open: (name, attributes, start, end) => {
      const depth = path.length + 1;
      const element = isWanted(name, depth) ? { name, attributes, depth, tag: { start, end }, start, end, close: end, text: "" } : undefined;
      if (element) found.push(element);
      path.push(element ?? path.at(-1));
    },
    text: (text) => {
      const element = path.at(-1);
      if (element) element.text += text;
    },
    close: (_, start, end) => {
      const element = path.pop();
      if (element?.depth === path.length + 1) Object.assign(element, { close: Math.max(element.tag.end, start), end });
    },
  });
  return found;
}

/** The root of a text. */
export const rootIn = (xml: string, where: string): ElementInText => elementsInText(xml, where, (_, depth) => depth === 1)[0]!;

/** A span of a text in UTF-16 units, without its end. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
