import { partNamed, relationshipId, relationshipsOf } from "./package-parts";
import { readXml, xmlText } from "./read-xml";
import type { Parts } from "./unpack";

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
  const sheets: SheetPart[] = [];
  readXml(xmlText(partNamed(parts, workbook)!), workbook, {
    open: (element, a) => {
      const found = element === "sheet" ? byId.get(relationshipId(a) ?? "") : undefined;
      if (found && partNamed(parts, found.target))
        sheets.push({ name: a["name"] ?? "", id: a["sheetId"] ?? "", part: found.target, hasCells: found.type === "worksheet" });
    },
  });
  return sheets;
}
