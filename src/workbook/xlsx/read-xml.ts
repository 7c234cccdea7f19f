import { strFromU8, strToU8 } from "fflate";
import { SaxesParser } from "saxes";
import { FileRefusal } from "./file-refusal";

export type Attributes = Readonly<Record<string, string>>;

interface XmlHandlers {
  /** Start and end of the tag in the text, in UTF-16 units; an element without content is also closed. */
  readonly open?: (name: string, attributes: Attributes, start: number, end: number) => void;
  readonly close?: (name: string, start: number, end: number) => void;
  readonly text?: (text: string) => void;
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

/** Encodes a changed text as a part, in UTF-8. */
export const xmlPart = (text: string): Uint8Array => strToU8(text.replace(/^(<\?xml[^>]*encoding=)(["'])utf-16\2/i, "$1$2UTF-8$2"));

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
