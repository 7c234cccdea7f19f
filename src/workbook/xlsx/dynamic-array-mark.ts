import { attributeOf, mainNamespace, withPart, withText } from "./edit-package";
import { relatedPart } from "./package-parts";
import { elementsInText, isTrue, localName, type Span, xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { type Edit, edited, prefixOf, withAttribute, withContent } from "./xml-edits";

/*
 * A formula that Excel keeps as a dynamic array has an attribute `cm`: the number of a record in the metadata part, which leads to a type and to a property.
 */

const TYPE = "XLDAPR";
const TYPE_ATTRIBUTES = `name="${TYPE}" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"`;
const XDA = ` xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"`;

/** Declares its own prefix, because the part's root may not. */
const property = (p: string, declared = XDA): string =>
  `<${p}bk><${p}extLst><${p}ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties${declared} fDynamic="1" fCollapsed="0"/></${p}ext></${p}extLst></${p}bk>`;
const properties = (p: string, declared?: string): string => `<${p}futureMetadata name="${TYPE}" count="1">${property(p, declared)}</${p}futureMetadata>`;
const record = (p: string, type: number, value: number): string => `<${p}bk><${p}rc t="${type}" v="${value}"/></${p}bk>`;

/** A metadata part whose only record, number 1, marks dynamic arrays. */
const metadataXml = (namespace: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<metadata xmlns="${namespace}"${XDA}><metadataTypes count="1"><metadataType ${TYPE_ATTRIBUTES}/></metadataTypes>` +
  `${properties("", "")}<cellMetadata count="1">${record("", 1, 0)}</cellMetadata></metadata>`;

/** A list in the part: its tag, and where its content ends. */
interface List {
  /** `XLDAPR` for the properties of dynamic arrays. */
  readonly name: string;
  readonly tag: Span;
  readonly end: number;
  count: number;
}

interface Metadata {
  readonly prefix: string;
  readonly start: number;
  readonly end: number;
  /** Number of the type, from 1; undefined without one. */
  readonly type: number | undefined;
  /** Index of the property for dynamic arrays; undefined without one. */
  readonly dynamic: number | undefined;
  readonly lists: ReadonlyMap<string, List>;
  /** Records of cells: type and property; undefined for one of several types. */
  readonly records: readonly ({ readonly type: number; readonly value: number } | undefined)[];
}

function readMetadata(xml: string, where: string): Metadata {
  const lists = new Map<string, List>();
  const records: { type: number; value: number }[][] = [];
  let types = 0;
  let type: number | undefined;
  let dynamic: number | undefined;
  let list: List = { name: "", tag: { start: 0, end: 0 }, end: 0, count: 0 };
  const [root, ...elements] = elementsInText(xml, where, () => true);
  for (const { name, attributes: a, depth, tag, close } of elements)
    if (depth === 2) {
      const key = name !== "futureMetadata" ? name : a["name"] === TYPE ? TYPE : `other ${lists.size}`;
      lists.set(key, (list = { name: key, tag, end: close, count: 0 }));
    } else if (depth === 3) {
      list.count++;
      if (name === "metadataType" && ++types && a["name"] === TYPE) type = types;
      if (list.name === "cellMetadata" && name === "bk") records.push([]);
    } else if (list.name === "cellMetadata" && name === "rc") records.at(-1)?.push({ type: Number(a["t"]), value: Number(a["v"]) });
    else if (list.name === TYPE && localName(name) === "dynamicArrayProperties" && isTrue(a["fDynamic"]) && !isTrue(a["fCollapsed"]))
      dynamic ??= list.count - 1;
  const single = records.map((found) => (found.length === 1 ? found[0] : undefined));
  return { prefix: prefixOf(xml.slice(root!.start)), start: root!.tag.end, end: root!.close, type, dynamic, lists, records: single };
}

/** Adds what is missing to a metadata part for a record that marks dynamic arrays. Returns the record's number, too. */
function completed(xml: string, where: string): { readonly xml: string; readonly mark: number } {
  const { prefix: p, start, end, type, dynamic, lists, records } = readMetadata(xml, where);
  const known = type === undefined || dynamic === undefined ? -1 : records.findIndex((one) => one?.type === type && one.value === dynamic);
  if (known >= 0) return { xml, mark: known + 1 };
  const edits: Edit[] = [];
  const longer = (list: List, item: string): void => {
    const tag = xml.slice(list.tag.start, list.tag.end);
    const counted = attributeOf(tag, "count") === undefined && !tag.endsWith("/>") ? tag : withAttribute(tag, "count", String(list.count + 1));
    if (!tag.endsWith("/>")) edits.push({ ...list.tag, text: counted }, { start: list.end, end: list.end, text: item });
    else edits.push({ ...list.tag, text: withContent(counted, item) });
  };
  const before = (...names: readonly string[]): number => names.flatMap((name) => lists.get(name)?.tag.start ?? [])[0] ?? end;
  const insert = (at: number, text: string): void => void edits.push({ start: at, end: at, text });
  const types = lists.get("metadataTypes");
  const ours = lists.get(TYPE);
  const cells = lists.get("cellMetadata");
  const number = type ?? (types?.count ?? 0) + 1;
  const value = dynamic ?? ours?.count ?? 0;
  if (type === undefined) {
    const item = `<${p}metadataType ${TYPE_ATTRIBUTES}/>`;
    if (types) longer(types, item);
    else insert(start, `<${p}metadataTypes count="1">${item}</${p}metadataTypes>`);
  }
  if (dynamic === undefined) {
    if (ours) longer(ours, property(p));
    else insert(before("cellMetadata", "valueMetadata", "extLst"), properties(p));
  }
  if (cells) longer(cells, record(p, number, value));
  else insert(before("valueMetadata", "extLst"), `<${p}cellMetadata count="1">${record(p, number, value)}</${p}cellMetadata>`);
  return { xml: edited(xml, edits), mark: records.length + 1 };
}

/** Makes sure that a file can mark dynamic arrays: adds the metadata part or what it lacks. Returns the parts, and the value of a marked cell's `cm`. */
export function withDynamicMark(parts: Parts, workbook: string): { readonly parts: Parts; readonly mark: number } {
  const part = relatedPart(parts, workbook, "sheetMetadata");
  if (!part) {
    return { parts: withPart(parts, workbook, "sheetMetadata", metadataXml(mainNamespace(parts, workbook))).parts, mark: 1 };
  }
  const { xml, mark } = completed(xmlText(part.bytes), part.name);
  return { parts: withText(parts, part.name, () => xml), mark };
}

/** The numbers of the records that mark dynamic arrays. */
export function dynamicMarks(parts: Parts, workbook: string): ReadonlySet<string> {
  const part = relatedPart(parts, workbook, "sheetMetadata");
  const { type, dynamic, records = [] } = part ? readMetadata(xmlText(part.bytes), part.name) : {};
  if (type === undefined || dynamic === undefined) return new Set();
  return new Set(records.flatMap((one, i) => (one?.type === type && one.value === dynamic ? [String(i + 1)] : [])));
}
