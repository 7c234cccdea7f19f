import { SaxesParser } from "saxes";
import { refuseFile } from "./text";

/** One element: its name without a namespace prefix, its text, its children in order, and the line on which it begins. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
  readonly line: number;
}

/** An element whose end has not been read. */
interface Open extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/** Far deeper than any published form. */
const DEEPEST = 100;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Some forms contain HTML entities such as `&nbsp;`, which XML does not define: they stay as written. */
const TOLERATED = /undefined entity/;

/**
 * Reads an XML document as a tree. Attributes and the document type are ignored, because the documents read here have no figures in them.
 *
 * @throws RefusedFile if the document is cut off or not well-formed.
 */
export function readXmlDocument(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false });
  const root: Open = { name: "", children: [], text: "", line: 1 };
  const open: Open[] = [root];
  const inner = (): Open => open[open.length - 1] as Open;
  const addText = (words: string): void => void (inner().text += words);
  parser.on("error", ({ message }) => {
    if (!TOLERATED.test(message)) refuseFile("the XML is cut off or not well-formed; download it again", parser.line);
  });
  parser.on("opentag", ({ name }) => {
    if (open.length > DEEPEST) refuseFile(`the XML has more than ${DEEPEST} levels; check that it is the right file`, parser.line);
    const element: Open = { name: localName(name), children: [], text: "", line: parser.line };
    inner().children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text.trim()).close();
  return root.children[0] as XmlElement;
}

/** The first element at this path, or undefined. */
export const descendantAt = (of: XmlElement, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((e, name) => e?.children.find((c) => c.name === name), of);

export const elementsIn = (of: XmlElement | undefined, name: string): readonly XmlElement[] => of?.children.filter((c) => c.name === name) ?? [];

/** The elements of this name at any depth, in order. */
export const elementsWithin = (of: XmlElement, name: string): readonly XmlElement[] =>
  of.children.flatMap((c) => (c.name === name ? [c] : elementsWithin(c, name)));

/** The trimmed text at this path; undefined if there is none. */
export function textAt(of: XmlElement, ...path: readonly string[]): string | undefined {
  const text = descendantAt(of, ...path)?.text.trim();
  return text === "" ? undefined : text;
}
