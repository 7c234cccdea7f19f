import { strToU8 } from "fflate";
import { partNamed, relationshipsOf, relationshipsPart, partText } from "./package-parts";
import { rootIn, xmlPart, xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { edited, escapeXml, isEmptyTag, prefixOf, withContent } from "./xml-edits";

export const CONTENT_TYPES = "[Content_Types].xml";
const RELATIONSHIPS_TYPE = `Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"`;
const NO_RELATIONSHIPS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`;

/** An attribute of a tag as written; undefined if the tag does not have it. */
export const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((v) => v !== undefined);

/** Every tag of this element that has no content. */
export const emptyTags = (element: string): RegExp => new RegExp(`<(?:\\w+:)?${element}\\s[^<>]*?(?:/>|>\\s*</(?:\\w+:)?${element}\\s*>)`, "g");

/** Removes the tags of this element for which `drop` is true; returns the same bytes if there is none. */
function without(name: string, part: Uint8Array, element: string, drop: (tag: string) => boolean): Uint8Array {
  const text = xmlText(part);
  const left = text.replace(emptyTags(element), (tag) => (drop(tag) ? "" : tag));
  return left === text ? part : xmlPart(left, part, name);
}

/** The part's text with more before the end of its root element; `more` gets the prefix of the root's name. */
export function appended(xml: string, where: string, more: (prefix: string) => string): string {
  const root = rootIn(xml, where);
  const text = more(prefixOf(xml.slice(root.start)));
  return edited(xml, [
    isEmptyTag(xml, root.tag) ? { ...root.tag, text: withContent(xml.slice(root.start, root.tag.end), text) } : { start: root.close, end: root.close, text },
  ]);
}

/** Parts with new contents, by name in any case. */
export function withContents(parts: Parts, changed: ReadonlyMap<string, string>): Parts {
  const byName = new Map([...changed].map(([name, xml]) => [name.toLowerCase(), xml]));
  return new Map(
    [...parts].map(([name, bytes]) => {
      const xml = byName.get(name.replace(/^\//, "").toLowerCase());
      return [name, xml === undefined ? bytes : xmlPart(xml, bytes, name)];
    }),
  );
}

/** The parts with another text of one of them; the same parts if it stays. */
export function withText(parts: Parts, name: string, change: (xml: string) => string): Parts {
  const before = partText(parts, name);
  const after = change(before);
  return after === before ? parts : withContents(parts, new Map([[name, after]]));
}

/** A name for a new part, such as `xl/worksheets/sheet4.xml`: the wanted one with the first free number. */
export function freePart(parts: Parts, wanted: string): string {
  for (let n = 0; ; n++) {
    const name = n === 0 ? wanted : wanted.replace(/\d*(\.\w+)$/, (_, ending: string) => `${n}${ending}`);
    if (!partNamed(parts, name)) return name;
  }
}

/** An id that no relationship of a part has. */
export function freeRelationship(parts: Parts, owner: string): string {
  const ids = new Set(relationshipsOf(parts, owner).map(({ id }) => id));
  let n = ids.size + 1;
  while (ids.has(`rId${n}`)) n++;
  return `rId${n}`;
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
/**
 * The parts that are added to files, by the last word of the type of their relationship: their names relative to the workbook part, with another number if one
 * is taken, and their content types. A name after a slash is relative to the package.
 */
const NEW_PARTS = {
  chart: ["charts/chart1.xml", `${OFFICE}.drawingml.chart+xml`],
  comments: ["comments1.xml", `${OFFICE}.spreadsheetml.comments+xml`],
  customXml: ["/customXml/item1.xml", "application/xml"],
  customXmlProps: ["/customXml/itemProps1.xml", `${OFFICE}.customXmlProperties+xml`],
  drawing: ["drawings/drawing1.xml", `${OFFICE}.drawing+xml`],
  sheetMetadata: ["metadata.xml", `${OFFICE}.spreadsheetml.sheetMetadata+xml`],
  styles: ["styles.xml", `${OFFICE}.spreadsheetml.styles+xml`],
  vmlDrawing: ["drawings/vmlDrawing1.vml", `${OFFICE}.vmlDrawing`],
  worksheet: ["worksheets/sheet1.xml", `${OFFICE}.spreadsheetml.worksheet+xml`],
} as const;

/** Adds a part to a package, with its content type and a relationship of the workbook, or of another part `owner`. Returns its name and the relationship's id, too. */
export function withPart(
  parts: Parts,
  workbook: string,
  type: keyof typeof NEW_PARTS,
  xml: string,
  owner = workbook,
): { readonly parts: Parts; readonly id: string; readonly part: string } {
  const [name, contentType] = NEW_PARTS[type];
  const folder = workbook.replace(/[^/]*$/, "");
  const part = freePart(parts, name.startsWith("/") ? name.slice(1) : `${folder}${name}`);
  const rels = relationshipsPart(owner);
  const there = partNamed(parts, rels);
  const relationships = there ? xmlText(there) : NO_RELATIONSHIPS;
  const id = freeRelationship(parts, owner);
  // The two kinds of .xlsx have different namespaces; a worksheet's relationship shows which one this is.
  const base = relationshipBase(parts, workbook);
  const target = owner === workbook && part.startsWith(folder) ? part.slice(folder.length) : `/${part}`;
  const related = appended(relationships, rels, (p) => `<${p}Relationship Id="${id}" Type="${base}/${type}" Target="${escapeXml(target)}"/>`);
  const types = partText(parts, CONTENT_TYPES);
  // A package without relationships of its parts may not have their type.
  const first = there || /Extension\s*=\s*["']rels["']/i.test(types) ? "" : RELATIONSHIPS_TYPE;
  const entry = (p: string): string => `<${p}Override PartName="/${escapeXml(part)}" ContentType="${contentType}"/>`;
  const added = new Map([
    [rels, related],
    [CONTENT_TYPES, appended(types, CONTENT_TYPES, (p) => (first === "" ? "" : `<${p}${first}/>`) + entry(p))],
  ]);
  const own: [string, Uint8Array][] = there ? [] : [[rels, strToU8(related)]];
  return { parts: new Map([...withContents(parts, added), ...own, [part, strToU8(xml)]]), id, part };
}

/** What the types of the workbook's relationships begin with. */
export function relationshipBase(parts: Parts, workbook: string): string {
  const text = xmlText(partNamed(parts, relationshipsPart(workbook)) ?? new Uint8Array());
  return /\sType\s*=\s*["']([^"']*)\/worksheet["']/.exec(text)?.[1] ?? "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
}

/** The namespace of the workbook's elements, which differs between the two kinds of .xlsx. */
export function mainNamespace(parts: Parts, workbook: string): string {
  const tag = /<(?:(\w+):)?workbook\b[^<>]*>/.exec(partText(parts, workbook));
  return (tag && attributeOf(tag[0], tag[1] === undefined ? "xmlns" : `xmlns:${tag[1]}`)) ?? "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
}

/** Removes parts from a package, with what only they refer to, their content types, and all relationships to them. Other parts stay. */
export function withoutParts(parts: Parts, names: readonly string[]): Parts {
  if (names.length === 0) return parts;
  const lower = (name: string): string => name.toLowerCase();
  const targets = new Map<string, Set<string>>();
  const owners = new Map<string, Set<string>>();
  for (const name of parts.keys()) {
    if (!/(?:^|\/)_rels\/[^/]*\.rels$/i.test(name)) continue;
    const owner = name.replace(/^\//, "").replace(/_rels\/([^/]*)\.rels$/i, "$1");
    for (const { target, external } of relationshipsOf(parts, owner)) {
      if (external) continue;
      targets.set(lower(owner), (targets.get(lower(owner)) ?? new Set()).add(lower(target)));
      owners.set(lower(target), (owners.get(lower(target)) ?? new Set()).add(lower(owner)));
    }
  }
  const gone = new Set(names.map(lower));
  for (const part of gone)
    for (const target of targets.get(part) ?? []) if ([...(owners.get(target) ?? [])].every((owner) => gone.has(owner))) gone.add(target);

  const left = new Map<string, Uint8Array>();
  for (const [name, bytes] of parts) {
    const bare = lower(name.replace(/^\//, ""));
    if (gone.has(bare)) continue;
    const owner = /(?:^|\/)_rels\/[^/]*\.rels$/.test(bare) ? bare.replace(/_rels\/([^/]*)\.rels$/, "$1") : undefined;
    if (owner !== undefined && owner !== "" && gone.has(owner)) continue;
    if (owner !== undefined) {
      const ids = new Set(relationshipsOf(parts, owner).flatMap(({ id, target, external }) => (!external && gone.has(lower(target)) ? [id] : [])));
      left.set(name, ids.size === 0 ? bytes : without(name, bytes, "Relationship", (tag) => ids.has(attributeOf(tag, "Id") ?? "")));
    } else if (bare === lower(CONTENT_TYPES))
      left.set(
        name,
        without(name, bytes, "Override", (tag) => gone.has(lower((attributeOf(tag, "PartName") ?? "").replace(/^\//, "")))),
      );
    else left.set(name, bytes);
  }
  return left;
}
