import { readXml, localName, type Attributes } from "./read-xml";
import { edited, type Edit } from "./xml-edits";

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
