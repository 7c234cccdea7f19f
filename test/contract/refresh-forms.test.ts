import { strFromU8, unzipSync } from "fflate";
import { chmodSync, existsSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { settingsXml } from "../../src/workbook/xlsx/settings";
import { itWithSharedData } from "../shared-data";
import { bookOf, call, RATE, refreshDesk, notCompared } from "./refresh-desk";

/** The service's data, for all tests of this file: creating it takes longer than most of them. */
const data = mkdtempSync(path.join(tmpdir(), "service-refresh-data-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));
const desk = refreshDesk({ folder: data });
const { run, putBook, isSame, rowsOf } = desk;

it("npm run refresh --recalc-on-open marks a book with SERVICE calls; without the option, and in a book without calls, nothing is marked", async () => {
  const workbook = `<calcPr calcId="191029"/>`;
  putBook("b.xlsx", [RATE], { workbook });
  putBook("c.xlsx", [`<c r="A1"><f>1+1</f><v>2</v></c>`], { workbook });
  const without = desk.read("c.xlsx");
  expect(await run("b.xlsx")).toBe(0);
  expect(desk.part("b.xlsx", "xl/workbook.xml")).toContain(workbook);
  expect(await run("--recalc-on-open", "b.xlsx", "c.xlsx")).toBe(0);
  expect(desk.part("b.xlsx", "xl/workbook.xml")).toContain(`<calcPr calcId="191029" fullCalcOnLoad="1"/>`);
  expect(isSame("c.xlsx", without)).toBe(true);
});

describe("npm run refresh of a signed book", () => {
  const signed = (): Uint8Array => new Uint8Array(readFileSync(path.resolve(__dirname, "../book-cases/signed.xlsx")));
  const partsOf = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(unzipSync(desk.read(name))).map(([part, bytes]) => [part, strFromU8(bytes)]));

  it("writes neither it nor a copy of it, and says what to do", async () => {
    desk.put("s.xlsx", signed());
    for (const options of [[], ["--out", "t.xlsx"], ["--values-only"], ["--repair"], ["--dry-run"]]) {
      expect(await run(...options, "s.xlsx")).toBe(1);
      expect(desk.err.join()).toMatch(/^s\.xlsx: It has a digital signature, .* add --break-signature/);
    }
    expect(isSame("s.xlsx", signed())).toBe(true);
    expect(desk.names()).toEqual(["s.xlsx"]);
  });

  it("removes the parts of the signature with --break-signature, and no other part", async () => {
    desk.put("s.xlsx", signed());
    const before = partsOf("s.xlsx");
    expect(await run("--break-signature", "s.xlsx")).toBe(0);
    expect(desk.err).toEqual(["s.xlsx: Its digital signature is removed. Sign it again in Excel if somebody relies on it."]);
    const after = partsOf("s.xlsx");
    expect(Object.keys(before).filter((part) => !(part in after))).toEqual(Object.keys(before).filter((part) => part.startsWith("_xmlsignatures/")));
    expect(Object.keys(after).filter((part) => after[part] !== before[part])).toEqual(["[Content_Types].xml", "_rels/.rels", "xl/worksheets/sheet1.xml"]);
    expect(after["_rels/.rels"]).not.toContain("digital-signature");
  });
});

describe("npm run refresh of a book that was never calculated", () => {
  const rate = call("C1", "_xldudf_SERVICE_FRED(A1)", "");
  const rows = [
    `<c r="A1"><f>B1&amp;"10"</f></c><c r="B1" t="inlineStr"><is><t>DGS</t></is></c>${rate.replace("<v></v>", "")}`,
    `<c r="A2"><f>1+1</f></c><c r="B2"><f>A2*C1</f></c><c r="C2"><f>A2*100</f></c>`,
  ];
  const valueOf = (cell: string): string | undefined => new RegExp(`<c r="${cell}"[^>]*>(?:(?!</c>).)*<v>([^<]*)</v>`).exec(rowsOf("b.xlsx").join(""))?.[1];

  it("calculates every formula without a value: a missing value is never 0", async () => {
    putBook("b.xlsx", rows);
    expect(await run("b.xlsx")).toBe(0);
    const rate = Number(valueOf("C1"));
    expect(rate).toBeGreaterThan(0);
    expect([valueOf("A1"), valueOf("A2"), Number(valueOf("B2")), valueOf("C2")]).toEqual(["DGS10", "2", expect.closeTo(2 * rate, 9), "200"]);
  });

  it("does so with --only, too", async () => {
    putBook("b.xlsx", rows);
    expect(await run("--only", "C1", "b.xlsx")).toBe(0);
    expect(Number(valueOf("B2"))).toBeCloseTo(2 * Number(valueOf("C1")), 9);
  });

  it("keeps what depends on a formula without a value that is not calculated here", async () => {
    putBook("b.xlsx", [`${RATE}<c r="B1"><f>RANDBETWEEN(1,6)</f></c><c r="C1"><f>A1*B1</f></c>`]);
    expect(await run("b.xlsx")).toBe(0);
    expect([valueOf("B1"), valueOf("C1")]).toEqual([undefined, undefined]);
    expect(desk.err).toEqual([
      "b.xlsx: S!B1 keeps its value. It uses RANDBETWEEN, whose result may differ from Excel's.",
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });
});

describe("npm run refresh --only", () => {
  it("fetches only the calls in a range, then recalculates their dependents, other calls included", async () => {
    const other = call("B1", '_xldudf_SERVICE_FRED("DGS10")');
    const dependent = call("E1", '_xldudf_SERVICE_FRED("DGS"&amp;IF(A1&gt;2,10,2))');
    putBook("b.xlsx", [`${RATE}${other}<c r="C1"><f>A1+B1</f><v>2</v></c><c r="D1"><f>TODAY()</f><v>3</v></c>${dependent}`]);
    expect(await run("--dry-run", "--only", "S!B1:B9", "b.xlsx")).toBe(0);
    const named = desk.out.filter((line) => line.startsWith(" ")).map((line) => line.trim().split(":")[0]);
    expect(named).toEqual(["S!B1", "S!C1"]);
    expect(await run("--only", "a1", "b.xlsx")).toBe(0);
    expect(desk.out).toEqual(["b.xlsx: 2 SERVICE cells and 1 other formula, 1 request; 3 cells changed. 2 cells show sample data.", notCompared("b.xlsx")]);
    expect(rowsOf("b.xlsx")[0]).toContain(`${other}<c r="C1">`);
    expect(rowsOf("b.xlsx")[0]).toContain(`<c r="D1"><f>TODAY()</f><v>3</v></c>`);
  });

  it("refuses a range that the book does not have, and says if there is no call in it", async () => {
    const file = bookOf([RATE]);
    desk.put("b.xlsx", file);
    expect(await run("--only", "T!A1", "b.xlsx")).toBe(1);
    expect(desk.err).toEqual(["b.xlsx: --only T!A1: the book has no sheet T."]);
    expect(await run("--only", "S!Z9", "b.xlsx")).toBe(0);
    expect(desk.err).toEqual(["b.xlsx: There is no SERVICE cell in S!Z9."]);
    expect(isSame("b.xlsx", file)).toBe(true);
  });
});

describe("npm run refresh --values-only", () => {
  const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const CONTENT = "http://schemas.openxmlformats.org/package/2006/content-types";
  const relationships = (...targets: readonly (readonly [type: string, target: string])[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
      .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${type}" Target="${target}"/>`)
      .join("")}</Relationships>`;
  const override = (part: string): string => `<Override PartName="/${part}" ContentType="x/${part}"/>`;
  const PANES = ["xl/webextensions/taskpanes.xml", "xl/webextensions/webextension1.xml", "xl/media/pane.png"];
  const addIn = {
    "_rels/.rels": relationships(
      [`${OFFICE}/officeDocument`, "xl/workbook.xml"],
      ["http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes", PANES[0]!],
    ),
    [PANES[0]!]: "<taskpanes/>",
    "xl/webextensions/_rels/taskpanes.xml.rels": relationships(["http://schemas.microsoft.com/office/2011/relationships/webextension", "webextension1.xml"]),
    [PANES[1]!]: "<webextension/>",
    "xl/webextensions/_rels/webextension1.xml.rels": relationships([`${OFFICE}/image`, "../media/pane.png"], [`${OFFICE}/image`, "../media/shared.png"]),
    [PANES[2]!]: "pane",
    "xl/media/shared.png": "shared",
    "xl/worksheets/_rels/sheet1.xml.rels": relationships([`${OFFICE}/image`, "../media/shared.png"]),
    "customXml/item1.xml": settingsXml({ "service.refresh": "{}" }),
    "customXml/_rels/item1.xml.rels": relationships([`${OFFICE}/customXmlProps`, "itemProps1.xml"]),
    "customXml/itemProps1.xml": "<props/>",
    "customXml/item2.xml": "<mine/>",
    "[Content_Types].xml": `<Types xmlns="${CONTENT}"><Default Extension="xml" ContentType="application/xml"/>${[...PANES, "customXml/itemProps1.xml"].map(override).join("")}</Types>`,
  };
  const file = bookOf(
    [
      `${RATE}<c r="B1"><f>A1*2</f><v>2</v></c><c r="C1" t="b"><f>B1&gt;0</f><v>1</v></c>`,
      `${call("A2", '_xldudf_SERVICE_FRED("NOSUCH")', "1")}<c r="B2"><f>1+1</f><v>2</v></c><c r="C2"><f>rate*2</f><v>9</v></c>`,
      `<c r="A3" cm="1"><f t="array" ref="A3">RANDBETWEEN(1,6)*_xldudf_SERVICE_FRED("DGS2")</f></c>`,
      `<c r="A4" t="str" cm="1"><f t="array" ref="A4">_xldudf_SERVICE_REGIME()</f><v>old</v></c><c r="B4" t="str"><f>"now "&amp;A4</f><v>now old</v></c>`,
    ],
    {
      after: `<conditionalFormatting sqref="A1:A9"><cfRule type="expression" priority="1"><formula>A1&gt;_xldudf_SERVICE_FRED("DGS2")</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="custom" sqref="B9"><formula1>B9&gt;_xldudf_SERVICE_FRED("DGS2")</formula1></dataValidation></dataValidations>`,
      workbook: `<definedNames><definedName name="rate">_xldudf_SERVICE_FRED("DGS2")</definedName></definedNames>`,
      parts: addIn,
      related: { customXml: "../customXml/item1.xml" },
    },
  );

  it("makes a copy without SERVICE formulas and without the add-in, and leaves the book", async () => {
    desk.put("b.xlsx", file);
    expect(await run("--values-only", "b.xlsx")).toBe(0);
    expect(isSame("b.xlsx", file)).toBe(true);
    const parts = unzipSync(desk.read("b.values.xlsx"));
    const was = unzipSync(file);
    const gone = [
      ...PANES,
      "xl/webextensions/_rels/taskpanes.xml.rels",
      "xl/webextensions/_rels/webextension1.xml.rels",
      "customXml/item1.xml",
      "customXml/_rels/item1.xml.rels",
      "customXml/itemProps1.xml",
    ];
    expect(
      Object.keys(was)
        .filter((name) => !parts[name])
        .sort(),
    ).toEqual(gone.sort());
    const left = Object.entries(parts)
      .map(([, bytes]) => strFromU8(bytes))
      .join("\n");
    for (const name of [...PANES, "customXml/item1.xml", "itemProps1"]) expect(left).not.toContain(path.posix.basename(name));
    const rows = rowsOf("b.values.xlsx");
    expect(rows[0]).toMatch(
      /^<c r="A1" s="1"><v>[\d.]+<\/v><\/c><c r="B1" s="1"><f>A1\*2<\/f><v>[\d.]+<\/v><\/c><c r="C1" t="b"><f>B1&gt;0<\/f><v>1<\/v><\/c>$/,
    );
    expect(rows[1]).toMatch(
      /^<c r="A2" t="inlineStr"><is><t xml:space="preserve">n\/a: Unknown series NOSUCH.*<c r="B2"><f>1\+1<\/f><v>2<\/v><\/c><c r="C2" s="1"><f>rate\*2<\/f><v>7\.22<\/v><\/c>$/,
    );
    expect(rows[2]).toContain("<f t=");
    expect(rows[3]).toMatch(/^<c r="A4" t="inlineStr" s="2">.*<c r="B4" t="str" s="2"><f>"now "&amp;A4<\/f>/);
    expect(desk.part("b.values.xlsx", "xl/styles.xml")).toMatch(
      /<numFmt numFmtId="164" formatCode="General&quot; \(sample\)&quot;"\/>.*formatCode="&quot;\(sample\) &quot;@"/,
    );
    expect(desk.out.at(-1)).toBe(
      "b.xlsx: 3 SERVICE formulas are values in b.values.xlsx. 5 cells show sample data and say so. The sheet Sources lists the sources.",
    );
    expect(desk.err.filter((line) => line.startsWith("b.values.xlsx"))).toEqual([
      "b.values.xlsx: S!A3: It has no value yet, so its formula is kept. Refresh it, wait until it shows a value, and make the copy again.",
      "b.values.xlsx: S, rule for A1:A9: A conditional format calls SERVICE. Without the add-in it is never applied. Make it refer to a cell instead.",
      "b.values.xlsx: S, rule for B9: A data validation calls SERVICE. Without the add-in its list is empty, and its check cannot be calculated. Make it refer to a cell instead.",
      "b.values.xlsx: Name rate: It calls SERVICE. Without the add-in, cells that use it show #NAME? once they are calculated. Replace it by a value under Formulas, Name Manager.",
    ]);
    const sources = readBook(desk.read("b.values.xlsx")).sheets[1]!;
    const cell = (row: number, column: number) => sources.cells.find((c) => c.row === row && c.column === column)?.value;
    expect([sources.name, cell(0, 0), cell(2, 0)]).toEqual([
      "Sources",
      "Sources of the SERVICE data",
      "SAMPLE DATA: 3 rows are generated, not published. Do not quote such figures.",
    ]);
    expect([cell(4, 1), cell(4, 2), cell(4, 10)]).toEqual(["S!A1", 'SERVICE.FRED("DGS10","value")', "yes"]);
    expect(String(cell(4, 5))).toMatch(/^2026-/);
    expect(cell(7, 3)).toMatch(/^no answer: The cell keeps an earlier value\. It uses RANDBETWEEN/);

    // A copy of the copy replaces its Sources sheet only if something is asked, and a folder does not stand for its copies.
    desk.folder("books");
    desk.put("books/b.xlsx", desk.read("b.xlsx"));
    desk.put("books/b.values.xlsx", desk.read("b.values.xlsx"));
    desk.put("books/b.bak.xlsx", desk.read("b.xlsx"));
    expect(await run("--dry-run", "books")).toBe(0);
    expect(desk.out.filter((line) => !line.startsWith(" "))).toEqual([expect.stringMatching(/^books\/b\.xlsx: /), notCompared("books/b.xlsx")]);
  });

  it("writes the copy of a read-only book again", async () => {
    putBook("b.xlsx", [RATE]);
    chmodSync(desk.at("b.xlsx"), 0o440);
    expect([await run("--values-only", "b.xlsx"), await run("--values-only", "b.xlsx"), desk.err]).toEqual([0, 0, []]);
    expect([statSync(desk.at("b.xlsx")).mode & 0o777, statSync(desk.at("b.values.xlsx")).mode & 0o777]).toEqual([0o440, 0o640]);
  });

  it("refuses a copy over the book, and options that do not fit", async () => {
    desk.put("b.xlsx", file);
    linkSync(desk.at("b.xlsx"), desk.at("link.xlsx"));
    for (const name of ["b.xlsx", "link.xlsx"])
      await expect(run("--values-only", "--out", name, "b.xlsx")).rejects.toThrow("--values-only never replaces the book itself.");
    await expect(run("--values-only", "--out", "c.xlsm", "b.xlsx")).rejects.toThrow(
      "--out: expected a name that ends in .xlsx, as the book's does, got c.xlsm.",
    );
    await expect(run("--values-only", "--only", "S", "b.xlsx")).rejects.toThrow("--values-only copies a whole book");
    expect(existsSync(desk.at("b.values.xlsx"))).toBe(false);
  });

  for (const name of ["analyst.xlsx", "excel-forms.xlsx"])
    itWithSharedData(`changes only cells, styles, the list of sheets and what the add-in left in a copy of ${name}`, async (folder) => {
      const before = new Uint8Array(readFileSync(path.join(folder, "..", "workbooks", name)));
      desk.put(name, before);
      expect(await run("--values-only", "--out", "copy.xlsx", name)).toBe(0);
      const [was, is] = [unzipSync(before), unzipSync(desk.read("copy.xlsx"))];
      const touched = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook|styles|calcChain|_rels\/workbook|worksheets\/sheet\d+)\.xml(?:\.rels)?)$/;
      const same = (part: string): boolean => is[part] !== undefined && Buffer.compare(is[part], was[part]!) === 0;
      expect(Object.keys(was).filter((part) => !same(part) && !touched.test(part) && !part.startsWith("xl/webextensions/"))).toEqual([]);
      expect(Object.keys(is).filter((part) => !was[part])).toHaveLength(1);
      const formulas = Object.entries(is).flatMap(([part, bytes]) =>
        /worksheets\/sheet/.test(part) ? [...strFromU8(bytes).matchAll(/<f[ >][^<]*/g)].map(String) : [],
      );
      expect(formulas.filter((formula) => /service/i.test(formula))).toEqual([]);
      expect(
        Object.entries(is)
          .filter(([part, bytes]) => /xldudf|webextension/i.test(part + strFromU8(bytes)))
          .map(([part]) => part),
      ).toEqual([]);
    });
});

it("npm run refresh --repair rewrites stuck formulas on a protected sheet and refreshes them; without the option they get values, and it is named", async () => {
  const stuck = `<c r="A1" t="e" cm="1"><f t="array" aca="1" ref="A1" ca="1">SERVICE.FRED("DGS10")</f><v>#NAME?</v></c>`;
  const file = bookOf([`${stuck}<c r="B1" t="e"><f>A1*2</f><v>#NAME?</v></c>`], { after: `<sheetProtection sheet="1" objects="1"/>` });
  desk.put("b.xlsx", file);
  expect(await run("b.xlsx")).toBe(0);
  expect(rowsOf("b.xlsx")[0]).toMatch(/^<c r="A1" cm="1"><f t="array" aca="1" ref="A1" ca="1">SERVICE\.FRED\("DGS10"\)<\/f><v>[\d.]+<\/v>/);
  expect(desk.err).toEqual(["b.xlsx: 1 cell calls a function under a name that Excel does not find, and shows #NAME? once calculated. --repair rewrites it."]);
  desk.put("b.xlsx", file);
  expect(await run("--repair", "b.xlsx")).toBe(0);
  expect(rowsOf("b.xlsx")[0]).toMatch(
    /^<c r="A1" cm="1"><f t="array" ref="A1">_xldudf_SERVICE_FRED\(&quot;DGS10&quot;\)<\/f><v>[\d.]+<\/v><\/c><c r="B1"><f>A1\*2<\/f><v>[\d.]+<\/v><\/c>$/,
  );
  expect(desk.part("b.xlsx", "xl/worksheets/sheet1.xml")).toContain(`<sheetProtection sheet="1" objects="1"/>`);
  expect(desk.part("b.xlsx", "xl/metadata.xml")).toContain("XLDAPR");
  expect([desk.out, desk.err]).toEqual([
    [
      "b.xlsx: 1 SERVICE cell and 1 other formula, 1 request; 2 cells changed. 1 cell shows sample data.",
      notCompared("b.xlsx"),
      "b.xlsx: 1 formula is rewritten in the form that Excel calculates.",
    ],
    [],
  ]);
  const after = desk.read("b.xlsx");
  expect(await run("--repair", "b.xlsx")).toBe(0);
  expect(isSame("b.xlsx", after)).toBe(true);
});

it("npm run refresh refreshes a cell whose defined name calls SERVICE, and what depends on it", async () => {
  const workbook = `<definedNames><definedName name="rate">_xldudf_SERVICE_FRED("DGS2")</definedName><definedName name="rateOf">LAMBDA(_xlpm.x,_xldudf_SERVICE_FRED(_xlpm.x))</definedName></definedNames>`;
  putBook("b.xlsx", [`<c r="A1"><f>rate*2</f><v>9</v></c><c r="B1"><f>A1+1</f><v>10</v></c><c r="C1"><f>rateOf("DGS2")</f><v>1</v></c>`], { workbook });
  expect(await run("b.xlsx")).toBe(0);
  expect(rowsOf("b.xlsx")).toEqual([
    `<c r="A1"><f>rate*2</f><v>7.22</v></c><c r="B1"><f>A1+1</f><v>8.22</v></c><c r="C1"><f>rateOf("DGS2")</f><v>3.61</v></c>`,
  ]);
  expect(desk.out).toEqual(["b.xlsx: 2 SERVICE cells and 1 other formula, 1 request; 3 cells changed. 2 cells show sample data.", notCompared("b.xlsx")]);
});

it("a text that is longer than a cell can hold is never written: REPT gives #VALUE!, and other formulas keep their values", async () => {
  const cells = `${call("A1", '_xldudf_SERVICE_FRED("DGS10","unit")', "x")}<c r="B1" t="str"><f>REPT(A1,32768)</f><v>old</v></c><c r="C1" t="str"><f>REPT(A1,32767)&amp;A1</f><v>old</v></c>`;
  putBook("b.xlsx", [cells]);
  expect(await run("b.xlsx")).toBe(0);
  expect(rowsOf("b.xlsx")[0]).toContain('<c r="B1" t="e"><f>REPT(A1,32768)</f><v>#VALUE!</v></c><c r="C1" t="str"><f>REPT(A1,32767)&amp;A1</f><v>old</v></c>');
  expect(desk.err.join()).toContain("S!C1 keeps its value. It would show a text of more than 32,767 characters, which a cell cannot hold. Shorten it.");
});
