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

describe("npm run refresh --only", () => {
  it("asks only calls in a range, and calculates what depends on them, also a call", async () => {
    const call = (reference: string): string => dynamicCell(reference, '_xldudf_SERVICE_FRED("DGS10")', "1");
    const dependent = dynamicCell("E1", '_xldudf_SERVICE_FRED("DGS"&amp;IF(A1&gt;2,10,2))', "1");
    const file = bookOf([`${call("A1")}${call("B1")}<c r="C1"><f>A1+B1</f><v>2</v></c><c r="D1"><f>TODAY()</f><v>3</v></c>${dependent}`]);
    desk.put("b.xlsx", file);
    expect(await desk.run("--dry-run", "--only", "S!B1:B9", "b.xlsx")).toBe(0);
    expect(
      desk
        .out()
        .slice(1)
        .map((line) => line.trim().split(":")[0]),
    ).toEqual(["S!B1", "S!C1"]);
    expect(await desk.run("--only", "a1", "b.xlsx")).toBe(0);
    expect(desk.out()).toEqual(["b.xlsx: 2 SERVICE cells and 1 other formula, 1 request; 3 cells changed."]);
    expect(desk.rowsOf("b.xlsx")[0]).toContain(`${call("B1")}<c r="C1">`);
    expect(desk.rowsOf("b.xlsx")[0]).toContain(`<c r="D1"><f>TODAY()</f><v>3</v></c>`);
  });

  it("refuses a range that the book does not have, and says if there is no call in it", async () => {
    const file = bookOf([dynamicCell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")]);
    desk.put("b.xlsx", file);
    expect(await desk.run("--only", "T!A1", "b.xlsx")).toBe(1);
    expect(desk.err()).toEqual(["b.xlsx: --only T!A1: the book has no sheet T."]);
    expect(await desk.run("--only", "S!Z9", "b.xlsx")).toBe(0);
    expect(desk.err()).toEqual(["b.xlsx: There is no SERVICE cell in S!Z9."]);
    expect(Buffer.compare(desk.read("b.xlsx"), file)).toBe(0);
  });
});
