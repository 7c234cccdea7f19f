import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { settingsXml } from "../../src/workbook/xlsx/settings";
import { writeBook } from "../../src/workbook/xlsx/write-book";
import type { Excel } from "./excel-host";
import { evals, savedSettings, stage } from "./stage";
import type { Workbench } from "./workbench";

/* A workbook that opens with a stored day: its first cells already show that day. */
const at = stage();

/** Opens Excel with a workbook that stores this setting, as Office stores it. */
const opened = (stored: unknown): Promise<Excel> => {
  at.service.switches.localKey = true;
  return at.excel({ workbook: ({ document }) => void document.settings.set("service.asof", JSON.stringify(stored)) });
};
const date = ({ callAll }: Excel) => callAll([{ fn: "SERVICE.FRED", args: ["DGS10", "date"] }]).then(({ results }) => results[0]);
const asked = (): unknown[] => evals(at.service).map(({ asOf }) => asOf);
const notice = ({ pane }: Pick<Excel, "pane">) => pane.getByRole("note").innerText();

describe("a workbook in Excel that stores a day", () => {
  it("shows that day from the first request on, with a notice", async () => {
    const excel = await opened("2024-05-02");
    expect((await date(excel))?.value).toMatchObject({ type: "Double", basicValue: 45_414 });
    expect(asked()).toEqual(["2024-05-02"]);
    expect(await notice(excel)).toMatch(/^As of 2024-05-02\. Cells show only what was public by then\./);
  });

  it.each([
    ["May", '"May"'],
    [20_240_502, '"20240502"'],
    [{ day: "2024-05-02" }, '"{"day":"2024-05-02"}"'],
  ])("shows no value if %j is stored, sends nothing, and says what to do", async (stored, quoted) => {
    const excel = await opened(stored);
    const words = `The stored day cannot be read: ${quoted}. Change the day in Settings.`;
    expect(await date(excel)).toMatchObject({ ok: false, errorCode: 1 });
    expect(asked()).toEqual([]);
    expect(await notice(excel)).toContain(words);
    await excel.pane.getByRole("note").getByRole("button", { name: "Change" }).click();
    await excel.pane.getByLabel("Day or moment").fill("2024-05-02");
    await excel.pane.getByRole("button", { name: "Apply" }).click();
    await excel.pane.getByText("Cells show values as of 2024-05-02", { exact: false }).waitFor();
    expect((await date(excel))?.value).toMatchObject({ basicValue: 45_414 });
    expect(JSON.parse(excel.workbook.document.settings.get("service.asof") ?? "")).toBe("2024-05-02");
  });

  it("shows no value as of a future day, and says what to do", async () => {
    const excel = await opened("2099-01-01");
    expect(await date(excel)).toMatchObject({ ok: false, errorCode: 1 });
    expect(asked()).toEqual(["2099-01-01"]);
    await excel.pane.getByText(/^The service cannot answer as of this day: .* got 2099-01-01; .* Change the day in Settings\./).waitFor();
    await excel.pane.getByRole("note").getByRole("button", { name: "Change" }).click();
    await excel.pane.getByRole("button", { name: "Show the latest values" }).click();
    await excel.pane.getByText("Cells show the latest values", { exact: false }).waitFor();
    expect((await date(excel))?.value).toMatchObject({ basicValue: 45_471 });
    expect(await excel.pane.getByRole("note").count()).toBe(0);
  });

  it("shows its own day beside another workbook of another day", async () => {
    const [first, second] = [await opened("2024-05-02"), await opened("2024-05-03")];
    const both = await Promise.all([date(first), date(second)]);
    expect(both.map((result) => (result!.value as { basicValue?: number }).basicValue)).toEqual([45_414, 45_415]);
    expect([...asked()].sort()).toEqual(["2024-05-02", "2024-05-03"]);
  });
});

describe("a file of the workbench in Excel", () => {
  const part = settingsXml({ "service.asof": "2024-05-02", "service.display": '{"reasons":"error"}' });

  it("shows its day from the first request on; its settings move to where Excel keeps them", async () => {
    at.service.switches.localKey = true;
    const excel = await at.excel({
      workbook: ({ document, xmlParts }) => {
        document.settings.set("service.display", JSON.stringify('{"reasons":"text"}'));
        xmlParts.set("{1}", '<mine xmlns="urn:other"/>').set("{2}", part);
      },
    });
    expect((await date(excel))?.value).toMatchObject({ basicValue: 45_414 });
    expect(asked()).toEqual(["2024-05-02"]);
    expect(await notice(excel)).toMatch(/^As of 2024-05-02\./);
    expect([...excel.workbook.xmlParts.keys()]).toEqual(["{1}"]);
    expect(savedSettings(excel)).toEqual([
      ["service.display", JSON.stringify('{"reasons":"text"}')],
      ["service.asof", '"2024-05-02"'],
    ]);
  });

  it("shows its day in a read-only workbook too, and keeps its part", async () => {
    at.service.switches.localKey = true;
    const excel = await at.excel({
      workbook: ({ document, xmlParts }) => {
        document.readOnly = true;
        xmlParts.set("{2}", part);
      },
    });
    expect((await date(excel))?.value).toMatchObject({ basicValue: 45_414 });
    expect([...excel.workbook.xmlParts.keys()]).toEqual(["{2}"]);
  });
});

describe("a workbook in the workbench that stores a day", () => {
  const formula = '=SERVICE.FRED("DGS10","date")';
  const open = async (bench: Workbench, name: string, day: string | undefined): Promise<void> => {
    const file = writeBook({
      sheets: [{ name: "Sheet1", cells: [{ row: 0, column: 0, value: "", formula }] }],
      active: 0,
      names: [],
      settings: day === undefined ? {} : { "service.asof": day },
    });
    await bench.page.getByLabel("Workbook to open").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(file) });
    await bench.page.getByText(`Opened ${name.replace(".xlsx", "")}.`).waitFor();
    await bench.settled();
  };

  it("shows that day from the first request on, and not in the next workbook", async () => {
    const bench = await at.workbench();
    await open(bench, "past.xlsx", "2024-05-02");
    expect(await bench.texts("A1")).toEqual(["2024-05-02"]);
    expect(asked()).toEqual(["2024-05-02"]);
    await bench.pane.getByRole("note").getByText("As of 2024-05-02.", { exact: false }).waitFor();
    await open(bench, "latest.xlsx", undefined);
    expect(await bench.texts("A1")).toEqual(["2024-06-28"]);
    await open(bench, "earlier.xlsx", "2024-05-01");
    expect(await bench.texts("A1")).toEqual(["2024-05-01"]);
    await open(bench, "past.xlsx", "2024-05-02");
    expect(await bench.texts("A1")).toEqual(["2024-05-02"]);
    expect(asked()).toEqual(["2024-05-02", undefined, "2024-05-01"]);
  });

  it("shows no value if the day cannot be read, and keeps the stored text in the saved file", async () => {
    const bench = await at.workbench();
    await open(bench, "damaged.xlsx", "May");
    expect([await bench.texts("A1"), asked()]).toEqual([["#N/A"], []]);
    expect(await bench.pane.getByRole("note").innerText()).toContain('The stored day cannot be read: "May". Change the day in Settings.');
    const [download] = await Promise.all([bench.page.waitForEvent("download"), bench.page.getByRole("button", { name: "Save .xlsx" }).click()]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    expect(readBook(new Uint8Array(Buffer.concat(parts))).settings["service.asof"]).toBe("May");
  });
});
