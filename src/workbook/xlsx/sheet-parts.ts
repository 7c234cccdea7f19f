import { partNamed, relationshipId, relationshipsOf } from "./package-parts";
import { readXml, xmlText } from "./read-xml";
import type { Parts } from "./unpack";

/** Names of the workbook's sheets and of their parts, in order, without sheets whose part is missing. */
export function sheetParts(parts: Parts, workbook: string): readonly { readonly name: string; readonly part: string }[] {
  const byId = new Map(relationshipsOf(parts, workbook).map((r) => [r.id, r]));
  const sheets: { readonly name: string; readonly part: string }[] = [];
  readXml(xmlText(partNamed(parts, workbook)!), workbook, {
    open: (element, a) => {
      const found = element === "sheet" ? byId.get(relationshipId(a) ?? "") : undefined;
      if (found && partNamed(parts, found.target)) sheets.push({ name: a["name"] ?? "", part: found.target });
    },
  });
  return sheets;
}
