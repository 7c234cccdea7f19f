import { memoizedByObject } from "../../contract/memoized";
import { type Attributes, elementsInText, xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { FileRefusal } from "./file-refusal";

interface Relationship {
  readonly id: string;
  /** The last word of its type, such as `worksheet`; the rest differs between the two kinds of .xlsx. */
  readonly type: string;
  /** The part's name in the package; for an external target the address itself. */
  readonly target: string;
  readonly external: boolean;
}

/** `xl/workbook.xml` → `xl/_rels/workbook.xml.rels` */
export const relationshipsPart = (part: string): string => part.replace(/([^/]*)$/, "_rels/$1.rels");

function resolve(from: string, target: string): string {
  const path = target.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of target.replace(/^\//, "").split("/"))
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  return path.join("/");
}

/** The relationships of a part; `""` is the package itself. */
export function relationshipsOf(parts: Parts, part: string): Relationship[] {
  const name = relationshipsPart(part);
  const file = partNamed(parts, name);
  const elements = file ? elementsInText(xmlText(file), name, (element) => element === "Relationship") : [];
  return elements.flatMap(({ attributes: { Id: id = "", Type: type = "", Target: target, TargetMode: mode } }): Relationship[] => {
    const external = mode === "External";
    return target === undefined ? [] : [{ id, type: type.split("/").at(-1)!, target: external ? target : resolve(part, target), external }];
  });
}

/** What relationships of these kinds refer to, by kind, whichever part has them. */
export function targetsByKind(parts: Parts, kinds: object): ReadonlyMap<string, ReadonlySet<string>> {
  const targets = new Map<string, Set<string>>();
  for (const rels of parts.keys()) {
    if (!rels.endsWith(".rels")) continue;
    for (const { type, target } of relationshipsOf(parts, rels.replace(/_rels\/([^/]*)\.rels$/, "$1")))
      if (Object.hasOwn(kinds, type)) targets.set(type, (targets.get(type) ?? new Set()).add(target));
  }
  return targets;
}

/** The parts by name in lower case without a leading slash; of equal names the first counts. */
const lowerNames = memoizedByObject((parts: Parts): ReadonlyMap<string, Uint8Array> => {
  const names = new Map<string, Uint8Array>();
  for (const [name, part] of parts) {
    const lower = name.toLowerCase().replace(/^\//, "");
    if (!names.has(lower)) names.set(lower, part);
  }
  return names;
});

/** A part by name, ignoring case, as in packages. */
export const partNamed = (parts: Parts, name: string): Uint8Array | undefined => parts.get(name) ?? lowerNames(parts).get(name.toLowerCase());

/** A part that another one refers to. */
interface RelatedPart {
  /** Of the relationship. */
  readonly id: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The parts of this kind that another one refers to, such as the tables of a sheet; without missing ones. */
export const relatedParts = (parts: Parts, owner: string, kind: string): RelatedPart[] =>
  relationshipsOf(parts, owner).flatMap(({ id, type, target: name, external }) => {
    const bytes = type === kind && !external ? partNamed(parts, name) : undefined;
    return bytes ? [{ id, name, bytes }] : [];
  });

/** The first of them, such as the styles of a workbook; undefined if it is missing. */
export const relatedPart = (parts: Parts, owner: string, kind: string): RelatedPart | undefined => relatedParts(parts, owner, kind)[0];

/** The text of a part that the file has. */
export const partText = (parts: Parts, name: string): string => xmlText(partNamed(parts, name)!);

/** The attribute `r:id`, whatever its prefix. */
export const relationshipId = (attributes: Attributes): string | undefined =>
  attributes["r:id"] ?? Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];

/** The workbook part. Throws a `FileRefusal` for a zip file that is not a workbook. */
export function workbookPart(parts: Parts): string {
  const target = relationshipsOf(parts, "").find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  if (!partNamed(parts, target) || !/\.xml$/i.test(target) || partNamed(parts, "word/document.xml") || partNamed(parts, "ppt/presentation.xml"))
    throw new FileRefusal("Expected an .xlsx workbook, got a zip file without one. Open the workbook itself, saved as Excel Workbook (.xlsx).");
  return target;
}

export interface SheetPart {
  readonly name: string;
  /** `sheetId`, which stays when sheets are moved. */
  readonly id: string;
  /** The name of its part. */
  readonly part: string;
  /** True for a sheet of cells, false for one with a chart only, and other kinds. */
  readonly hasCells: boolean;
}

/** Names of the workbook's sheets, their ids and their parts, in order, without sheets whose part is missing. */
export function sheetParts(parts: Parts, workbook: string): readonly SheetPart[] {
  const byId = new Map(relationshipsOf(parts, workbook).map((r) => [r.id, r]));
  return elementsInText(partText(parts, workbook), workbook, (name) => name === "sheet").flatMap(({ attributes: a }) => {
    const found = byId.get(relationshipId(a) ?? "");
    return found && partNamed(parts, found.target)
      ? [{ name: a["name"] ?? "", id: a["sheetId"] ?? "", part: found.target, hasCells: found.type === "worksheet" }]
      : [];
  });
}
