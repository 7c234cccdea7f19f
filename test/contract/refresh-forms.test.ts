import { bookOf, dynamicCell, refreshDesk } from "./refresh-desk";

const desk = refreshDesk();

describe("npm run refresh --recalc-on-open", () => {
  it("marks a book with SERVICE calls; without the option, and in a book without calls, nothing is marked", async () => {
    const workbook = `<calcPr calcId="191029"/>`;
    desk.put("b.xlsx", bookOf([dynamicCell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")], { workbook }));
    desk.put("c.xlsx", bookOf([`<c r="A1"><f>1+1</f><v>2</v></c>`], { workbook }));
    const without = desk.read("c.xlsx");
    expect(await desk.run("b.xlsx")).toBe(0);
    expect(desk.part("b.xlsx", "xl/workbook.xml")).toContain(workbook);
    expect(await desk.run("--recalc-on-open", "b.xlsx", "c.xlsx")).toBe(0);
    expect(desk.part("b.xlsx", "xl/workbook.xml")).toContain(`<calcPr calcId="191029" fullCalcOnLoad="1"/>`);
    expect(Buffer.compare(desk.read("c.xlsx"), without)).toBe(0);
  });
});
