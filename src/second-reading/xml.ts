/** An element of an XML document, without namespaces and attributes. The forms of the SEC state every figure as the text of an element. */
export interface FormElement {
  readonly name: string;
  /** Its line in the document, counted from 1. */
  readonly line: number;
  readonly children: FormElement[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith("#")) return String.fromCodePoint(Number(name[1] === "x" || name[1] === "X" ? `0${name.slice(1)}` : name.slice(1)));
    return ENTITIES[name] ?? whole;
  });

/** A comment, an instruction, a CDATA section, a tag or text, whichever comes next. */
const TOKEN = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<![^>]*>|<(\/?)([\w:.-]+)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>|[^<]+/g;

/**
 * Reads an XML document into elements, forgiving what a filer's program got wrong: a missing end tag ends with its parent. The root element has the name "".
 *
 * @param line of the document's first line, if it is part of a submission
 */
export function readElements(text: string, line = 1): FormElement {
  const root: FormElement = { name: "", line, children: [], text: "" };
  const open = [root];
  let at = line;
  for (const [token, cdata, closing, name, alone] of text.matchAll(TOKEN)) {
    const parent = open[open.length - 1] ?? root;
    if (cdata !== undefined) parent.text += cdata;
    else if (name !== undefined) {
      const local = name.slice(name.indexOf(":") + 1);
      if (closing) {
        const depth = open.map((one) => one.name).lastIndexOf(local);
        if (depth > 0) open.length = depth;
      } else {
        const element: FormElement = { name: local, line: at, children: [], text: "" };
        parent.children.push(element);
        if (!alone) open.push(element);
      }
    } else if (!token.startsWith("<")) parent.text += decoded(token);
    for (let i = token.indexOf("\n"); i >= 0; i = token.indexOf("\n", i + 1)) at++;
  }
  return root;
}

/** All elements of this name below an element, in order. */
export const allNamed = (of: FormElement, name: string): FormElement[] =>
  of.children.flatMap((child) => (child.name === name ? [child] : allNamed(child, name)));

/** The text of the first element of this name below an element, or of its `value`; undefined if it is missing or blank. */
export function elementText(of: FormElement, name: string): string | undefined {
  const [found] = allNamed(of, name);
  if (!found) return undefined;
  const text = (found.children.find((child) => child.name === "value") ?? found).text.trim().replace(/\s+/g, " ");
  return text === "" ? undefined : text;
}

/** A number of a form; undefined if it is missing or no number. */
export function numberOf(of: FormElement, name: string): number | undefined {
  const text = elementText(of, name)?.replace(/[,$]/g, "");
  const number = text === undefined ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
