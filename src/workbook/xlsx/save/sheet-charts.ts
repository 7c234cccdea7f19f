import type { SheetChart } from "../../book";
import { chartXml, drawingXml, foreignAnchorXml } from "../chart-parts";
import { appended, relationshipBase, withoutParts, withPart, withText } from "../edit-package";
import { partText, relatedPart } from "../package-parts";
import type { Parts } from "../unpack";
import { withElement } from "./place-elements";

/**
 * Replaces the charts that this add-in made on a sheet. A drawing that has other shapes gets the new charts besides them.
 *
 * @param sheet the sheet's part, and its name now
 * @param had the charts that are in the file; if there are any, its drawing has no others
 */
export function withCharts(
  before: Parts,
  workbook: string,
  sheet: { readonly part: string; readonly name: string },
  had: readonly SheetChart[],
  charts: readonly SheetChart[],
): Parts {
  let parts = before;
  const drawingOf = (): string | undefined => relatedPart(parts, sheet.part, "drawing")?.name;
  const writeSheet = (element: (p: string) => string): void =>
    void (parts = withText(parts, sheet.part, (xml) => withElement(xml, sheet.part, "drawing", element)));
  const own = drawingOf();
  if (had.length > 0 && own !== undefined) {
    parts = withoutParts(parts, [own]);
    writeSheet(() => "");
  }
  if (charts.length === 0) return parts;
  let drawing = drawingOf();
  const isForeign = drawing !== undefined;
  if (drawing === undefined) {
    const added = withPart(parts, workbook, "drawing", drawingXml(charts), sheet.part);
    [parts, drawing] = [added.parts, added.part];
    writeSheet((p) => `<${p}drawing xmlns:r="${relationshipBase(parts, workbook)}" r:id="${added.id}"/>`);
  }
  for (const chart of charts) {
    const added = withPart(parts, workbook, "chart", chartXml(sheet.name, chart), drawing);
    parts = added.parts;
    if (!isForeign) continue;
    const xml = partText(parts, drawing);
    const ids = [...xml.matchAll(/<(?:\w+:)?cNvPr\s[^>]*?\bid="(\d+)"/g)].map((m) => Number(m[1]));
    const id = ids.reduce((most, one) => Math.max(most, one), 1) + 1;
    parts = withText(parts, drawing, () => appended(xml, drawing!, () => foreignAnchorXml(chart, id, added.id)));
  }
  return parts;
}
