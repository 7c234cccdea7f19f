import { SaxesParser, type SaxesTagNS } from "saxes";
import { endWithNearest } from "../../contract/nearest";
import { type ElementShape, type ResourceKind, SHAPES } from "./shapes";

/** A fault in one line of a manifest. */
export interface Fault {
  readonly line: number;
  readonly message: string;
}

/** A reference to a resource, with the kind that is expected. */
export interface ManifestReference {
  readonly resid: string;
  readonly kind: ResourceKind;
  readonly element: ManifestElement;
}

interface Found {
  readonly faults: Fault[];
  readonly references: ManifestReference[];
}

interface Slot {
  readonly name: string;
  readonly required: boolean;
  readonly many: boolean;
  readonly shape: string;
}

function slotsOf(children: string): Slot[] {
  return children.split(" ").map((word) => {
    const [, name = "", times = "", shape = name] = /^([^?+*=]+)([?+*]?)(?:=(\w+))?$/.exec(word) ?? [];
    return { name, required: times === "" || times === "+", many: times === "+" || times === "*", shape };
  });
}

const nameIn = (parent: ManifestElement): string => `<${parent.name}${parent.type === undefined ? "" : ` xsi:type="${parent.type}"`}>`;

/** The allowed children of an element; undefined if its `xsi:type` is wrong. */
function childrenOf(element: ManifestElement, { children, types }: ElementShape, faults: Fault[]): string | undefined {
  if (!types) return children ?? "";
  const { line, name, type } = element;
  if (type !== undefined && Object.hasOwn(types, type)) return types[type];
  const expected = Object.keys(types).join(" or ");
  faults.push({ line, message: `xsi:type of <${name}>: expected ${expected}, got ${type === undefined ? "nothing" : `"${type}"`}.` });
  return undefined;
}

function checkValues(element: ManifestElement, shape: ElementShape, { faults, references }: Found): void {
  const { line, name, attributes } = element;
  const declared = new Map(Object.entries(shape.attributes ?? {}).map(([key, rule]) => [key.replace("?", ""), { rule, required: !key.endsWith("?") }]));
  for (const [attribute, { rule, required }] of declared) {
    const value = attributes.get(attribute);
    const fault = value === undefined ? (required ? "expected a value, got nothing" : undefined) : rule(value);
    if (fault) faults.push({ line, message: `${attribute} of <${name}>: ${fault}.` });
  }
  const resid = attributes.get("resid");
  if (shape.resid) {
    if (resid === undefined) faults.push({ line, message: `resid of <${name}>: expected the id of a resource, got nothing.` });
    else references.push({ resid, kind: shape.resid, element });
  }
  for (const attribute of attributes.keys())
    if (!declared.has(attribute) && !(attribute === "resid" && shape.resid)) faults.push({ line, message: `<${name}> has no attribute ${attribute}.` });
  const text = element.text.trim();
  const textFault = shape.text ? shape.text(text) : text === "" ? undefined : `expected no text, got "${text.slice(0, 40)}"`;
  if (textFault) faults.push({ line, message: `<${name}>: ${textFault}.` });
}

function checkChildren(parent: ManifestElement, slots: readonly Slot[], found: Found): void {
  const { faults } = found;
  const counts = slots.map(() => 0);
  let furthest = 0;
  for (const child of parent.children) {
    const at = slots.findIndex(({ name }) => name === child.name);
    const slot = slots[at];
    if (!slot) {
      const names = slots.map(({ name }) => name);
      const message = `<${child.name}> does not belong in ${nameIn(parent)}${names.length > 0 ? endWithNearest(child.name, names, 1) : "."}`;
      faults.push({ line: child.line, message });
      continue;
    }
    if (at < furthest)
      faults.push({ line: child.line, message: `<${child.name}> is out of order: in ${nameIn(parent)} it must come before <${slots[furthest]!.name}>.` });
    if (counts[at]! > 0 && !slot.many) faults.push({ line: child.line, message: `${nameIn(parent)} has <${child.name}> more than once.` });
    counts[at]!++;
    furthest = Math.max(furthest, at);
    check(child, slot.shape, found);
  }
  slots.forEach(({ name, required }, at) => {
    if (required && counts[at] === 0) faults.push({ line: parent.line, message: `${nameIn(parent)} needs <${name}>.` });
  });
}

function check(element: ManifestElement, shapeName: string, found: Found): void {
  const shape = SHAPES[shapeName]!;
  if (shape.open) return;
  checkValues(element, shape, found);
  const children = childrenOf(element, shape, found.faults);
  if (children !== undefined) checkChildren(element, children === "" ? [] : slotsOf(children), found);
}

/** Checks elements, their order, attributes and texts against `SHAPES`, and collects references to resources. */
export function structureFaults(root: ManifestElement): Found {
  const found: Found = { faults: [], references: [] };
  if (root.name === "OfficeApp") check(root, "OfficeApp", found);
  else
    found.faults.push({
      line: root.line,
      message: `Expected <OfficeApp> of the namespace http://schemas.microsoft.com/office/appforoffice/1.1, got <${root.name}>.`,
    });
  return found;
}

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
