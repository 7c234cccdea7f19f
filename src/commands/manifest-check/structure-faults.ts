import { endWithNearest } from "../../contract/nearest";
import type { ManifestElement } from "./read-document";
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
