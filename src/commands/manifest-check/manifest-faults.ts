import { type ManifestElement, NotXml, readManifest, withDescendants } from "./read-document";
import { type Fault, type ManifestReference, structureFaults } from "./structure-faults";
import type { ResourceKind } from "./shapes";

/** Files and functions that the manifest refers to. */
export interface Surroundings {
  /** Returns the file at a path such as `/assets/icon-32.png` of the pages' host; undefined if there is none. */
  readonly file: (pathname: string) => Uint8Array | undefined;
  /** Names that ribbon buttons may call. */
  readonly functionNames: readonly string[];
}

interface Resource {
  readonly kind: ResourceKind;
  readonly value: string;
  readonly line: number;
}

/** Sizes that every ribbon icon must have. */
const NEEDED_SIZES = ["16", "32", "80"];

/** The first four bytes of every PNG. */
const PNG = 0x89504e47;

const elementsNamed = (all: readonly ManifestElement[], name: string): ManifestElement[] => all.filter((element) => element.name === name);
const child = (element: ManifestElement, name: string): ManifestElement | undefined => element.children.find((c) => c.name === name);
const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(", ");

function resourcesIn(root: ManifestElement, faults: Fault[]): Map<string, Resource> {
  const resources = new Map<string, Resource>();
  const lists = elementsNamed(root.children, "VersionOverrides").flatMap((overrides) => child(overrides, "Resources")?.children ?? []);
  for (const list of lists)
    for (const { attributes, line } of list.children) {
      const id = attributes.get("id");
      if (id === undefined) continue;
      const first = resources.get(id);
      if (first) faults.push({ line, message: `The resource "${id}" is already in line ${first.line}.` });
      else resources.set(id, { kind: list.name as ResourceKind, value: attributes.get("DefaultValue") ?? "", line });
    }
  return resources;
}

function checkReferences(references: readonly ManifestReference[], resources: ReadonlyMap<string, Resource>, faults: Fault[]): void {
  for (const { resid, kind, element } of references) {
    const found = resources.get(resid);
    const where = { line: element.line };
    if (!found) faults.push({ ...where, message: `resid of <${element.name}>: there is no resource "${resid}" in <${kind}>.` });
    else if (found.kind !== kind)
      faults.push({ ...where, message: `resid of <${element.name}>: "${resid}" is in <${found.kind}>, expected one of <${kind}>.` });
  }
  const used = new Set(references.map(({ resid }) => resid));
  for (const [id, { line }] of resources) if (!used.has(id)) faults.push({ line, message: `Nothing uses the resource "${id}".` });
}

/** Width and height of a PNG, from its first chunk; undefined for another file. */
function pixelsOf(file: Uint8Array): [number, number] | undefined {
  if (file.length < 24) return undefined;
  const view = new DataView(file.buffer, file.byteOffset);
  if (view.getUint32(0) !== PNG) return undefined;
  return [view.getUint32(16), view.getUint32(20)];
}

function iconFault(address: string, size: number, { file }: Surroundings): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  const bytes = file(pathname);
  if (!bytes) return `there is no file ${pathname}`;
  const pixels = pixelsOf(bytes);
  if (!pixels) return `${pathname} is not a PNG`;
  return pixels[0] === size && pixels[1] === size ? undefined : `${pathname} has ${pixels[0]} × ${pixels[1]} pixels, expected ${size} × ${size}`;
}

function checkIcons(all: readonly ManifestElement[], resources: ReadonlyMap<string, Resource>, surroundings: Surroundings, faults: Fault[]): void {
  for (const [name, size] of [
    ["IconUrl", 32],
    ["HighResolutionIconUrl", 64],
  ] as const)
    for (const { line, attributes } of elementsNamed(all, name)) {
      const fault = iconFault(attributes.get("DefaultValue") ?? "", size, surroundings);
      if (fault) faults.push({ line, message: `<${name}>: ${fault}.` });
    }
  for (const { line, children } of elementsNamed(all, "Icon")) {
    const sizes = children.map(({ attributes }) => attributes.get("size") ?? "");
    const missing = NEEDED_SIZES.filter((size) => !sizes.includes(size));
    if (missing.length > 0) faults.push({ line, message: `<Icon> needs the ${missing.length > 1 ? "sizes" : "size"} ${missing.join(" and ")}.` });
    for (const image of children) {
      const resource = resources.get(image.attributes.get("resid") ?? "");
      const fault = resource && iconFault(resource.value, Number(image.attributes.get("size")), surroundings);
      if (fault) faults.push({ line: image.line, message: `<bt:Image>: ${fault}.` });
    }
  }
}

/** Checks that all pages of a shared runtime are the runtime's page. Otherwise Excel opens a second runtime, or refuses the add-in. */
function checkSharedRuntime(root: ManifestElement, all: readonly ManifestElement[], resources: ReadonlyMap<string, Resource>, faults: Fault[]): void {
  const runtime = elementsNamed(all, "Runtime").find(({ attributes }) => attributes.get("lifetime") === "long");
  if (!runtime) return;
  const page = runtime.attributes.get("resid") ?? "";
  const panes = elementsNamed(all, "Action").filter(({ type }) => type === "ShowTaskpane");
  const pages = [...elementsNamed(all, "Page"), ...panes].flatMap((element) => child(element, "SourceLocation") ?? []);
  for (const { line, name, attributes } of [...pages, ...elementsNamed(all, "FunctionFile")])
    if (attributes.get("resid") !== page)
      faults.push({ line, message: `resid of <${name}>: expected "${page}" as in <Runtime>, because a shared runtime has one page.` });
  const first = root.children.flatMap((c) => (c.name === "DefaultSettings" ? (child(c, "SourceLocation") ?? []) : []))[0];
  const address = resources.get(page)?.value;
  if (first && address !== undefined && first.attributes.get("DefaultValue") !== address)
    faults.push({ line: first.line, message: `<SourceLocation>: expected ${address} as in <Runtime>, because a shared runtime has one page.` });
  const sets = elementsNamed(all, "Set").map(({ attributes }) => attributes.get("Name"));
  if (!sets.includes("SharedRuntime"))
    faults.push({ line: runtime.line, message: `<Runtime lifetime="long"> needs <Set Name="SharedRuntime"/> in <Requirements>.` });
}

function checkHosts(root: ManifestElement, faults: Fault[]): void {
  const hostsOf = (element: ManifestElement | undefined): ManifestElement[] =>
    (element && child(element, "Hosts")?.children.filter(({ name }) => name === "Host")) ?? [];
  const named = hostsOf(root).map(({ attributes }) => attributes.get("Name"));
  for (const { line, type } of hostsOf(child(root, "VersionOverrides")))
    if (type !== undefined && !named.includes(type))
      faults.push({ line, message: `<Host xsi:type="${type}"> is not among the <Hosts> of <OfficeApp>: expected <Host Name="${type}"/> there.` });
}

function checkFunctionNames(all: readonly ManifestElement[], { functionNames }: Surroundings, faults: Fault[]): void {
  for (const { line, text } of elementsNamed(all, "FunctionName"))
    if (text.trim() !== "" && !functionNames.includes(text.trim()))
      faults.push({ line, message: `<FunctionName>: expected a function that the add-in associates (${quoted(functionNames)}), got "${text.trim()}".` });
}

function checkControlIds(all: readonly ManifestElement[], faults: Fault[]): void {
  const seen = new Map<string, number>();
  for (const { name, line, attributes } of all) {
    const id = attributes.get("id");
    if (id === undefined || !["Group", "Control", "Item", "CustomTab"].includes(name)) continue;
    const first = seen.get(id);
    if (first !== undefined) faults.push({ line, message: `id of <${name}>: "${id}" is already in line ${first}.` });
    seen.set(id, first ?? line);
  }
}

/** Lists the faults of an Excel add-in's XML manifest, by line. Empty if it is valid. Needs no network. */
export function manifestFaults(xml: string, surroundings: Surroundings): string[] {
  let root: ManifestElement;
  try {
    root = readManifest(xml);
  } catch (e) {
    if (e instanceof NotXml) return [e.message];
    throw e;
  }
  const { faults, references } = structureFaults(root);
  const all = withDescendants(root);
  const resources = resourcesIn(root, faults);
  checkReferences(references, resources, faults);
  checkIcons(all, resources, surroundings, faults);
  checkSharedRuntime(root, all, resources, faults);
  checkHosts(root, faults);
  checkFunctionNames(all, surroundings, faults);
  checkControlIds(all, faults);
  return faults.sort((a, b) => a.line - b.line).map(({ line, message }) => `Line ${line}: ${message}`);
}
