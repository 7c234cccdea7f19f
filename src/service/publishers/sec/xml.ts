import { RefusedFile } from "../refused-file";
import { withoutEntities } from "../xml-entities";

/** One element: its name without a namespace's prefix, its text, and its children in order. */
export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE[^>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|[^<]+/g;

/**
 * Reads the XML that EDGAR's forms are filed in. Attributes are left out: no figure stands in one. A document type is not looked into.
 *
 * @throws RefusedFile where elements do not close as they open: the document is cut or is no XML.
 */
export function readXml(text: string): Element {
  const root: Open = { name: "", children: [], text: "" };
  const open: Open[] = [root];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, cdata, closing, name, , alone] = match;
    if (match.index !== at) break;
    at += token.length;
    const inner = open[open.length - 1] as Open;
    if (name === undefined) {
      if (!token.startsWith("<")) inner.text += withoutEntities(token);
      else if (cdata !== undefined) inner.text += cdata;
    } else if (closing) {
      if (open.length < 2 || inner.name !== name)
        throw new RefusedFile(`the document closes ${name} where ${inner.name || "nothing"} is open, so it seems to be cut; fetch it again`);
      open.pop();
    } else {
      const element: Open = { name, children: [], text: "" };
      inner.children.push(element);
      if (!alone) open.push(element);
    }
  }
  const [element, ...more] = root.children;
  if (at !== text.length || open.length !== 1 || !element || more.length > 0)
    throw new RefusedFile("this is not whole XML, so it seems to be cut; fetch it again");
  return element;
}

/** The first element at this path, or undefined. */
export const elementAt = (of: Element, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((e, name) => e?.children.find((c) => c.name === name), of);

export const elementsIn = (of: Element | undefined, name: string): readonly Element[] => of?.children.filter((c) => c.name === name) ?? [];

/** The text at this path without blanks around it; undefined where there is none. */
export function textAt(of: Element, ...path: readonly string[]): string | undefined {
  const text = elementAt(of, ...path)?.text.trim();
  return text === "" ? undefined : text;
}
