import { blockIn } from "../cell-reference";
import { partNamed, relationshipsOf } from "./package-parts";
import { readXml, xmlText, type Attributes } from "./read-xml";
import type { Table } from "./structured-references";
import type { Parts } from "./unpack";
import { cellText } from "./xml-text";

function readTable(parts: Parts, part: string, sheet: string): Table[] {
  const file = partNamed(parts, part);
  if (!file) return [];
  let table: Attributes = {};
  const columns: string[] = [];
  readXml(xmlText(file), part, {
    open: (name, a) => {
      if (name === "table") table = a;
      else if (name === "tableColumn") columns.push(cellText(a["name"] ?? ""));
    },
  });
  const block = blockIn(table["ref"] ?? "");
  if (!block) return [];
  const name = table["displayName"] ?? table["name"] ?? "";
  return [{ name, sheet, block, headerRows: Number(table["headerRowCount"] ?? 1), totalRows: Number(table["totalsRowCount"] ?? 0), columns }];
}

/** The tables of these sheets. */
export const tablesOf = (parts: Parts, sheets: readonly { readonly name: string; readonly part: string }[]): readonly Table[] =>
  sheets.flatMap(({ name, part }) => relationshipsOf(parts, part).flatMap((r) => (r.type === "table" ? readTable(parts, r.target, name) : [])));
