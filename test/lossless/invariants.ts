import { viewOf } from "../../src/zip/format";
import { readDirectory } from "../../src/zip/directory";
import { relsOf, targetsOf, textsOf, workbookOf, worksheetsOf, type Texts } from "./package-text";
import { attributeOf, lettersOf, sheetTextOf } from "./sheet-text";

/** The order of a worksheet's children, of a row's and of a cell's, in the schema of ISO/IEC 29500-1 (18.3.1). */
const ORDER = {
  worksheet:
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst".split(
      " ",
    ),
  row: ["c", "extLst"],
  c: ["f", "v", "is", "extLst"],
} as const;

/** What is out of order in a list of elements. */
const disorder = (names: readonly string[], order: readonly string[], where: string): string[] =>
  names.flatMap((name, i) => {
    const [at, last] = [order.indexOf(name), order.indexOf(names[i - 1] ?? "")];
    return at < 0 ? [`${where} has a child ${name}.`] : at < last ? [`${where} has ${name} after ${names[i - 1]}.`] : [];
  });

/** The names of the elements directly in this text, without the prefix of the sheet. */
function childrenOf(text: string, prefix: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [, close, name, empty] of text.matchAll(/<(\/?)([\w.:-]+)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>/g)) {
    if (close === "/") depth--;
    else if (depth++ === 0) names.push(name!.startsWith(prefix) ? name!.slice(prefix.length) : name!);
    if (empty === "/") depth--;
  }
  return names;
}

function sheetFaults(texts: Texts, part: string, hasMetadata: boolean): string[] {
  const xml = texts.get(part)!;
  const sheet = sheetTextOf(xml);
  if (!sheet) return [];
  const faults: string[] = [];
  const { prefix: p } = sheet;
  const root = new RegExp(`<${p}worksheet(?:"[^"]*"|'[^']*'|[^>"'])*>`).exec(xml)![0];
  const outside = sheet.head.slice(sheet.head.indexOf(root) + root.length) + sheet.tail.replace(new RegExp(`</${p}worksheet[\\s\\S]*$`), "");
  // An element of another namespace may stand anywhere if the root says that readers may skip it.
  faults.push(
    ...disorder(
      childrenOf(outside, p).filter((name) => !name.includes(":")),
      ORDER.worksheet,
      part,
    ),
  );
  for (const name of (attributeOf(root, "[\\w.-]+:Ignorable") ?? "").split(/\s+/))
    if (name !== "" && !root.includes(`xmlns:${name}=`)) faults.push(`${part} may skip ${name}, which it does not declare.`);
  let lastRow = -1;
  for (const row of sheet.rows) {
    if (row.row <= lastRow) faults.push(`${part} has row ${row.row + 1} after row ${lastRow + 1}.`);
    lastRow = row.row;
    if (/[^\s]/.test(row.between.join("").replace(/<([\w.:-]*)extLst>[\s\S]*?<\/\1extLst>/g, "")))
      faults.push(`${part} has text between the cells of row ${row.row + 1}.`);
    let last = -1;
    for (const { column, text } of row.cells) {
      const where = `${part} ${lettersOf(column)}${row.row + 1}`;
      if (column <= last) faults.push(`${where} is not right of the cell before it.`);
      last = column;
      const open = /^<[^>]*>/.exec(text)![0];
      const reference = attributeOf(open, "r");
      if (reference !== undefined && reference !== `${lettersOf(column)}${row.row + 1}`) faults.push(`${where} says that it is ${reference}.`);
      if (attributeOf(open, "cm") !== undefined && !hasMetadata) faults.push(`${where} has cm, and the workbook no metadata.`);
      faults.push(...disorder(childrenOf(text.slice(open.length).replace(/<\/[^>]*>$/, ""), p), ORDER.c, where));
    }
    const spans = /^(\d+):(\d+)$/.exec(attributeOf(row.open, "spans") ?? "");
    if (spans && row.cells.length > 0 && (row.cells[0]!.column + 1 < Number(spans[1]) || row.cells.at(-1)!.column + 1 > Number(spans[2])))
      faults.push(`${part} row ${row.row + 1} has cells outside its spans ${spans[0]}.`);
  }
  return faults;
}

/** Cells of the calculation chain without a formula. */
function chainFaults(texts: Texts, workbook: string): string[] {
  const chain = targetsOf(texts, workbook).find(({ type }) => type === "calcChain")?.part;
  if (chain === undefined || !texts.has(chain)) return [];
  const withFormula = new Map(
    worksheetsOf(texts).map(({ id, part }) => {
      const sheet = sheetTextOf(texts.get(part)!);
      const cells = (sheet?.rows ?? []).flatMap((row) => row.cells.filter(({ text }) => text.includes(`<${sheet!.prefix}f`)));
      return [String(id), new Set(cells.map(({ row, column }) => `${lettersOf(column)}${row + 1}`))];
    }),
  );
  let id = "";
  return [...texts.get(chain)!.matchAll(/<(?:[\w.-]+:)?c\s[^>]*>/g)].flatMap(([tag]) => {
    id = attributeOf(tag, "i") ?? id;
    const address = attributeOf(tag, "r") ?? "";
    return withFormula.has(id) && !withFormula.get(id)!.has(address) ? [`The calculation chain has ${address} of sheet ${id}, which has no formula.`] : [];
  });
}

/** Parts without a content type, and relationships without a part. */
function packageFaults(texts: Texts): string[] {
  const types = texts.get("[Content_Types].xml") ?? "";
  const values = (element: string, name: string): Set<string> =>
    new Set([...types.matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}\\s[^>]*>`, "g"))].map(([tag]) => (attributeOf(tag, name) ?? "").toLowerCase()));
  const [endings, parts] = [values("Default", "Extension"), values("Override", "PartName")];
  const names = new Set([...texts.keys()].map((name) => name.toLowerCase()));
  const untyped = [...texts.keys()].filter(
    (name) =>
      name !== "[Content_Types].xml" && !name.endsWith("/") && !parts.has(`/${name.toLowerCase()}`) && !endings.has(name.split(".").at(-1)!.toLowerCase()),
  );
  const owners = [...texts.keys()].filter((name) => name.endsWith(".rels")).map((name) => name.replace(/_rels\/([^/]*)\.rels$/, "$1"));
  const lost = owners.flatMap((owner) =>
    targetsOf(texts, owner)
      .filter(({ part }) => part !== undefined && part !== "" && !part.includes("#") && !names.has(part.toLowerCase()))
      .map(({ part }) => `${relsOf(owner)} names ${part}, which is not there.`),
  );
  return [...untyped.map((name) => `The part ${name} has no content type.`), ...lost];
}

/** Entries whose two headers differ, and those that need a newer version than they say. */
function headerFaults(file: Uint8Array): string[] {
  const { records } = readDirectory({ size: file.length, read: (from, length) => file.subarray(from, from + length) });
  return records.flatMap(({ name, at, record, method }) => {
    const [listed, local] = [viewOf(record), viewOf(file.subarray(at))];
    const [version, flags] = [listed.getUint16(6, true), listed.getUint16(8, true)];
    const faults: string[] = [];
    if (local.getUint16(4, true) !== version) faults.push(`${name} needs version ${version} and ${local.getUint16(4, true)}.`);
    if (local.getUint16(6, true) !== flags) faults.push(`${name} has the flags ${flags} and ${local.getUint16(6, true)}.`);
    if (local.getUint16(8, true) !== method) faults.push(`${name} has the methods ${method} and ${local.getUint16(8, true)}.`);
    if (method === 8 && version % 256 < 20) faults.push(`${name} is compressed and needs version ${version}.`);
    // With this flag, checksum and sizes follow the data.
    if ((flags & 8) === 0) for (const [a, b] of [[16, 14], [20, 18], [24, 22]] as const) if (listed.getUint32(a, true) !== local.getUint32(b, true)) faults.push(`${name} has different sizes or checksums.`); // prettier-ignore
    return faults;
  });
}

/**
 * The rules that the second file breaks and the first does not.
 *
 * @param alike rules that differ in numbers only are one, because a copied part breaks those of its original
 */
export function newlyBroken(before: Uint8Array, after: Uint8Array, alike = false): string[] {
  const general = (rule: string): string => (alike ? rule.replaceAll(/\d+/g, "") : rule);
  const known = new Set(brokenRules(before).map(general));
  return brokenRules(after).filter((rule) => !known.has(general(rule)));
}

/** What makes Excel offer a repair: rules that a file breaks, each with its place. */
export function brokenRules(file: Uint8Array): string[] {
  const texts = textsOf(file);
  const workbook = workbookOf(texts);
  const metadata = targetsOf(texts, workbook).some(({ type, part }) => type === "sheetMetadata" && part !== undefined && texts.has(part));
  return [
    ...worksheetsOf(texts).flatMap(({ part }) => sheetFaults(texts, part, metadata)),
    ...chainFaults(texts, workbook),
    ...packageFaults(texts),
    ...headerFaults(file),
  ];
}
