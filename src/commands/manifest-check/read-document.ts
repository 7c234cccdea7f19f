import { SaxesParser, type SaxesTagNS } from "saxes";

const APP = "http://schemas.microsoft.com/office/appforoffice/1.1";
const OVERRIDES = "http://schemas.microsoft.com/office/taskpaneappversionoverrides";
const BASIC_TYPES = "http://schemas.microsoft.com/office/officeappbasictypes/1.0";
const INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

/** An element of a manifest, in the order of the file. */
export interface ManifestElement {
  /** As in Microsoft's documentation: `Id`, `bt:Image`. An element in an unexpected namespace has that namespace in braces before its name. */
  readonly name: string;
  /** The value of `xsi:type`. */
  readonly type: string | undefined;
  /** Without `xsi:type` and namespace declarations. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly ManifestElement[];
  readonly text: string;
  readonly line: number;
}

interface Open extends ManifestElement {
  readonly children: Open[];
  text: string;
}

/** The file is not well-formed XML. The message gives the place and the reason. */
export class NotXml extends Error {}

function named(tag: SaxesTagNS, inOverrides: boolean): string {
  if (tag.uri === BASIC_TYPES) return `bt:${tag.local}`;
  return tag.uri === (inOverrides ? OVERRIDES : APP) ? tag.local : `{${tag.uri}}${tag.local}`;
}

function opened(tag: SaxesTagNS, line: number, inOverrides: boolean): Open {
  const attributes = new Map<string, string>();
  let type: string | undefined;
  for (const { uri, local, name, prefix, value } of Object.values(tag.attributes)) {
    if (uri === INSTANCE && local === "type") type = value;
    else if (prefix !== "xmlns" && name !== "xmlns") attributes.set(name, value);
  }
  return { name: named(tag, inOverrides), type, attributes, children: [], text: "", line };
}

/**
 * Parses a manifest. `VersionOverrides` and all elements in it are expected in the namespace of overrides.
 *
 * @throws NotXml
 */
export function readManifest(xml: string): ManifestElement {
  const parser = new SaxesParser({ xmlns: true });
  const path: Open[] = [];
  let root: Open | undefined;
  let line = 1;
  parser.on("error", ({ message }) => {
    const [, at, column, why] = /^(\d+):(\d+): (.*)$/.exec(message) ?? [undefined, parser.line, parser.column, message];
    throw new NotXml(`Line ${at}, column ${column}: not well-formed XML: ${String(why).replace(/\.$/, "")}.`);
  });
  parser.on("opentagstart", () => (line = parser.line));
  parser.on("opentag", (tag) => {
    const element = opened(tag, line, tag.local === "VersionOverrides" || path.some(({ name }) => name === "VersionOverrides"));
    path.at(-1)?.children.push(element);
    root ??= element;
    path.push(element);
  });
  parser.on("closetag", () => void path.pop());
  for (const kind of ["text", "cdata"] as const)
    parser.on(kind, (text) => {
      const inner = path.at(-1);
      if (inner) inner.text += text;
    });
  parser.write(xml).close();
  if (!root) throw new NotXml("Line 1, column 1: not well-formed XML: there is no element.");
  return root;
}

/** An element and all its descendants, in the order of the file. */
export const withDescendants = (element: ManifestElement): ManifestElement[] => [element, ...element.children.flatMap(withDescendants)];
