import { strFromU8, unzipSync } from "fflate";
import { recalcOnOpen } from "../../../../src/workbook/xlsx/calc-chain";
import { smallFile } from "./small-file";

const WORKBOOK = "xl/workbook.xml";
const workbookOf = (file: Uint8Array): string => strFromU8(unzipSync(file)[WORKBOOK]!);

describe("marking a book for calculation on opening", () => {
  test.each([
    ["adds an attribute", `<calcPr calcId="191029" iterate="1"/>`, `<calcPr calcId="191029" iterate="1" fullCalcOnLoad="1"/>`],
    ["turns an attribute on", `<calcPr fullCalcOnLoad = '0' calcId="1"/>`, `<calcPr fullCalcOnLoad="1" calcId="1"/>`],
    [
      "adds the element before what must follow it",
      `<definedNames/><pivotCaches/><extLst/>`,
      `<definedNames/><calcPr fullCalcOnLoad="1"/><pivotCaches/><extLst/>`,
    ],
    ["adds the element at the end", `<definedNames/>`, `<definedNames/><calcPr fullCalcOnLoad="1"/>`],
  ])("%s", (_, before, after) => {
    const file = smallFile({ sheets: { S: "" }, workbook: before });
    const marked = recalcOnOpen(file);
    expect(workbookOf(marked)).toBe(workbookOf(file).replace(before, after));
    const [was, is] = [unzipSync(file), unzipSync(marked)];
    expect(Object.keys(is)).toEqual(Object.keys(was));
    expect(Object.keys(was).filter((name) => name !== WORKBOOK && Buffer.compare(was[name]!, is[name]!) !== 0)).toEqual([]);
    expect(recalcOnOpen(marked)).toBe(marked);
  });

  it("keeps the prefix of the workbook's elements", () => {
    const prefixed = `<?xml version="1.0"?><x:workbook xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheets/><x:extLst/></x:workbook>`;
    const file = smallFile({ sheets: {}, parts: { [WORKBOOK]: prefixed } });
    expect(workbookOf(recalcOnOpen(file))).toBe(prefixed.replace("<x:extLst/>", `<x:calcPr fullCalcOnLoad="1"/><x:extLst/>`));
  });
});
