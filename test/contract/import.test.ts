import { existsSync } from "node:fs";
import path from "node:path";
import { itWithSharedData } from "../shared-data";
import { PUBLISHERS } from "../../src/service/publishers/all";
import { CURVE, dataBench } from "./data-bench";
import { grid } from "../grid";

const bench = dataBench(Date.UTC(2024, 6, 1, 12));
const { put, inStore, at, take } = bench;
const run = (...argv: string[]) => bench.run(argv);
const served = (series: string) => bench.served(series).map((row) => row.slice(0, 3));

describe("import sec", () => {
  const facts = (cik: number, form: string): string =>
    JSON.stringify({
      cik,
      entityName: "Example Corp",
      facts: {
        "us-gaap": {
          NetIncomeLoss: { units: { USD: [{ start: "2023-01-01", end: "2023-12-31", val: 5, accn: "a", fy: 2023, fp: "FY", form, filed: "2024-04-01" }] } },
        },
      },
    });

  it("names a file of proxy statements only, and imports the others", async () => {
    put("PROX.json", facts(77, "DEF 14A"));
    const { status, out } = await take("EXMP.json", facts(78, "10-K"), "sec", "PROX.json");
    expect(status).toBe(0);
    expect(out).toContain("Not imported: PROX.json: it has no statement line that this service serves; the filer may file none.");
    expect(inStore((s) => [s.records.isPublished("statement", "77"), s.records.isPublished("statement", "78")])).toEqual([false, true]);
  });

  it("refuses a file of proxy statements alone", async () => {
    expect(await take("PROX.json", facts(77, "DEF 14A"), "sec")).toMatchObject({ status: 1, err: expect.stringContaining("no statement line") as string });
  });
});

describe("import treasury", () => {
  it("reports each series and the next command to type", async () => {
    const { status, out, err } = await take("2024.csv", CURVE, "treasury");
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out.split("\n")).toEqual([
      "2024.csv: the Treasury's daily par yield curve, 2 dates, 2024-06-18 to 2024-06-20.",
      "  DGS1MO       2 new, 0 changed, 0 unchanged",
      "  DGS10        2 new, 0 changed, 0 unchanged",
      "Published data now replaces sample data: DGS1MO, DGS10.",
      `Next, type: npm run -s eval -- '=SERVICE.YIELD("10Y","2024-06-20")'`,
    ]);
    expect(served("DGS10")).toEqual(grid(3, "2024-06-18", 4.22, "treasury", "2024-06-20", 4.25, "treasury"));
    expect(inStore((s) => [s.observations.isPublished("DGS10"), s.observations.isPublished("DGS2")])).toEqual([true, false]);
  });

  it("changes nothing if the same file is imported again", async () => {
    await take("2024.csv", CURVE, "treasury");
    const { status, out } = await run("import", "treasury", "2024.csv");
    expect(status).toBe(0);
    expect(out).toContain("  DGS10        0 new, 0 changed, 2 unchanged\nNothing changed: all rows were already imported.\n");
    expect(out).not.toContain("Published data now replaces");
    expect(inStore((s) => s.imports.files())).toHaveLength(1);
  });

  it("counts a revised value as changed and serves the newest", async () => {
    put("later.csv", CURVE.replace("4.22", "4.21").replace("\n06/20", "\n06/21/2024,5.47,4.25\n06/20"));
    await take("2024.csv", CURVE, "treasury");
    expect((await run("import", "treasury", "later.csv")).out).toContain("  DGS10        1 new, 1 changed, 1 unchanged");
    expect(served("DGS10")[0]).toEqual(["2024-06-18", 4.21, "treasury"]);
  });

  it("imports several files of different layouts at once", async () => {
    put("2024.csv", CURVE);
    const { status, out } = await take("h15.csv", "date,Y10\n2024-06-18,4.22\n2024-06-19,ND\n2024-06-20,ND\n", "treasury", "2024.csv");
    expect(status).toBe(0);
    expect(out).toContain("  DGS10        3 new, 0 changed, 0 unchanged");
    expect(served("DGS10")).toEqual(grid(3, "2024-06-18", 4.22, "treasury", "2024-06-19", null, "board", "2024-06-20", 4.25, "treasury"));
  });

  it("imports nothing if one of several files is refused", async () => {
    put("2024.csv", CURVE);
    const { status, out, err } = await take("half.csv", 'Date,"1 Mo","10 Yr"\n06/17/2024,5.47\n', "treasury", "2024.csv");
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toBe(
      "Refused. Nothing was imported. half.csv, line 2: expected 3 cells, as in the header, got 2: the line seems to be cut; download the file again.",
    );
    expect(existsSync(at(".service"))).toBe(false);
  });

  it("refuses files of one import that have different values for the same day", async () => {
    put("a.csv", CURVE);
    const { status, err } = await take("b.csv", CURVE.replace("4.22", "4.23"), "treasury", "a.csv");
    expect(status).toBe(1);
    expect(err).toBe(
      "Refused. Nothing was imported. DGS10 on 2024-06-18 is 4.22 in a.csv and 4.23 in b.csv; import them one after the other, the right one last.",
    );
  });

  it("refuses a workbook, a web page and bytes that are not UTF-8", async () => {
    put("b.csv", "<!DOCTYPE html><html></html>");
    put("c.csv", new Uint8Array([0x44, 0xe4, 0x0a]));
    expect((await take("a.csv", new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), "treasury")).err).toContain("a.csv: this is a workbook or a zip archive");
    expect((await run("import", "treasury", "b.csv")).err).toContain("b.csv: this is a web page (HTML)");
    expect((await run("import", "treasury", "c.csv")).err).toContain("c.csv: this is not text in UTF-8");
  });
});

describe("import series", () => {
  it("imports one series and shows how to read it", async () => {
    const { status, out } = await take("cpi.csv", "date,value\n2024-04-01,313.016\n2024-05-01,\n", "series", "cpiaucsl");
    expect(status).toBe(0);
    expect(out).toContain("  CPIAUCSL     2 new, 0 changed, 0 unchanged");
    expect(out).toContain(`Next, type: npm run -s eval -- '=SERVICE.FREDH("CPIAUCSL","2024-04-01")'`);
    expect(served("CPIAUCSL")).toEqual(grid(3, "2024-04-01", 313.016, "user", "2024-05-01", null, "user"));
  });

  it("does not become the source of values that the publisher's file has as well", async () => {
    put("2024.csv", CURVE);
    await take("own.csv", "date,value\n2024-06-18,4.22\n2024-06-20,4.25\n", "series", "DGS10");
    await run("import", "treasury", "2024.csv");
    expect(served("DGS10").map((o) => o[2])).toEqual(["treasury", "treasury"]);
    await run("import", "series", "DGS10", "own.csv");
    expect(served("DGS10").map((o) => o[2])).toEqual(["treasury", "treasury"]);
  });

  it("suggests the status command if no value was imported", async () => {
    expect((await take("dgs10.csv", "2024-05-27,.\n", "series", "DGS10")).out).toContain("Next, type: npm run -s data -- status");
  });
});

describe("status", () => {
  it("reports that nothing is imported, and creates no database", async () => {
    const { status, out } = await run("status");
    expect(status).toBe(0);
    expect(out).toMatch(/^treasury +on +– +– +– +– +now$/m);
    expect(out.split("\n").pop()).toBe(
      "Nothing is imported yet: all answers are sample data. Next, type: npm run -s data -- update (fetches from the publishers), or npm run -s data -- import treasury FILE",
    );
    expect(existsSync(at(".service"))).toBe(false);
  });

  it("lists the series and files in the given folder", async () => {
    put("2024.csv", CURVE);
    const { out } = await run("import", "treasury", "2024.csv", "--data", "elsewhere");
    expect(out).toContain(`'=SERVICE.YIELD("10Y","2024-06-20")' --data elsewhere`);
    expect((await run("status")).out).toContain("Nothing is imported yet");
    const told = (await run("--data", "elsewhere", "status")).out.split("\n");
    expect(told.slice(told.indexOf("") + 1)).toEqual([
      "series  values  first       last        source",
      "DGS10   2       2024-06-18  2024-06-20  treasury",
      "DGS1MO  2       2024-06-18  2024-06-20  treasury",
      "",
      "no.  imported    publisher  rows  file",
      "1    2024-07-01  treasury   4     2024.csv",
      "Stored documents: 1, 1 kB. To remove a wrong file, type: npm run -s data -- forget NO.",
    ]);
  });
});

const KINDS = [...PUBLISHERS.filter((p) => !p.live).map((p) => p.id), "series"].join(", ");

const HEADER = "FREQ,EER_TYPE,EER_BASKET,REF_AREA,UNIT_MEASURE,TIME_PERIOD,OBS_VALUE";
const month = (period: string, areas: readonly string[]): string => areas.map((a) => `M,R,B,${a},882,${period},100.5\n`).join("");

it("a file of many economies is reported in one line per indicator; economies are named if they are few", async () => {
  expect((await take("few.csv", `${HEADER}\n${month("2024-04", ["US", "DE"])}`, "bis")).out).toContain(
    "Published data now replaces sample data: ECON.reer.US, ECON.reer.DE.",
  );
  const all = `${HEADER}\n${["2024-04", "2024-05"].map((period) => month(period, ["US", "DE", "FR", "IT", "JP", "XM"])).join("")}`;
  expect((await take("all.csv", all, "bis")).out).toContain("ECON.reer.* (6 economies) 10 new, 0 changed, 2 unchanged");
  expect((await run("status")).out).toMatch(/ECON\.reer\.\* \(6 economies\) +12 +2024-04-30 +2024-05-31 +bis/);
});

describe("the command line", () => {
  it.each([
    [["import"], `import: expected series or a publisher, got nothing. Valid: ${KINDS}.`],
    [["import", "treasry"], `import: expected series or a publisher, got "treasry"; did you mean treasury? Valid: ${KINDS}.`],
    [["import", "treasury"], "import treasury: name at least one file, for example: npm run -s data -- import treasury daily-treasury-rates.csv"],
    [["import", "treasury", "none.csv"], "none.csv: file not found. Check the name"],
    [["import", "treasury", "folder"], "folder is a folder. Name the files in it."],
    [["import", "series"], "import series: expected an id and one file, got 0 words."],
    [["import", "series", "DGS10"], "import series: expected an id and one file, got 1 word."],
    [["import", "series", "DGS11", "none.csv"], '"DGS11" is not one of the 50 series that this service serves; did you mean DGS1'],
    [["imprt"], '"imprt" is not a command; did you mean import?'],
    [["status", "now"], 'status takes no arguments, got "now".'],
    [["status", "--foo"], "--foo is not an option. Type: npm run -s data -- help"],
    [["status", "--data"], "--data: expected a value, got nothing."],
    [["status", "--data", " "], "--data: expected a folder, got a blank."],
    [[], "Expected a command."],
  ])("%j is refused with a message", async (argv, sentence) => {
    bench.folder("folder");
    const { status, out, err } = await run(...argv);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(sentence);
  });

  it("shows the usage with help, --help and -h", async () => {
    for (const argv of [["help"], ["--help"], ["import", "-h"]])
      expect(await run(...argv)).toMatchObject({ status: 0, err: "", out: expect.stringContaining("import series ID FILE") });
  });
});

itWithSharedData("the published curve and excerpt import together, and change nothing the second time", async (folder) => {
  const files = ["treasury/daily-treasury-rates_2023-01-03_2023-09-01.csv", "treasury/h15_cmt_excerpt.csv"].map((f) => path.join(folder, f));
  expect((await run("import", "treasury", ...files)).status).toBe(0);
  expect(inStore((s) => s.observations.latest("DGS10", "2024-06-19", 1))).toMatchObject([{ date: "2024-06-18" }]);
  expect(inStore((s) => s.observations.latest("DGS2", "2023-09-04", 1))).toMatchObject([{ date: "2023-09-01", value: 4.87, source: "treasury" }]);
  expect((await run("import", "treasury", ...files)).out).toContain("Nothing changed");
});

itWithSharedData("a table of monthly averages is not mistaken for a daily curve", async (folder) => {
  const { status, err } = await run("import", "treasury", path.join(folder, "treasury/us10y_monthly_datasets.csv"));
  expect(status).toBe(1);
  expect(err).toContain("line 1: this looks like monthly averages of the 10-year Treasury yield; import it with npm run -s data -- import board");
});

describe("a wrong file", () => {
  it.each<[string, string, string, RegExp]>([
    ["a day in the future", "DGS10", "2024-06-27,4.2\n2099-01-02,4.1\n", /2099-01-02, which is in the future/],
    ["a Saturday in a daily series", "DGS5", "2024-06-21,4.2\n2024-06-22,4.1\n", /2024-06-22, a Saturday/],
    ["billions instead of millions", "WALCL", "2024-06-05,7255.7\n2024-06-12,7253.8\n", /expected WALCL in \$M, from 100000 to 50000000, got 7255.7/],
    ["millions instead of billions", "RRPONTSYD", "2024-06-05,371841\n2024-06-06,372000\n", /expected RRPONTSYD in \$B/],
    [
      "monthly dates for a weekly series",
      "WALCL",
      "2024-01-01,7255687\n2024-02-01,7253812\n2024-03-01,7253812\n2024-04-01,7253812\n2024-05-01,7253812\n2024-06-01,7253812\n",
      /WALCL is weekly, but the dates of the file are monthly/,
    ],
    [
      "weekly dates for a daily series",
      "DGS10",
      "2024-05-03,4.2\n2024-05-10,4.2\n2024-05-17,4.2\n2024-05-24,4.1\n2024-05-31,4.1\n2024-06-07,4.1\n",
      /DGS10 is daily, but the dates of the file are weekly/,
    ],
  ])("with %s is refused, and nothing is imported", async (_name, series, text, sentence) => {
    put("wrong.csv", `date,value\n${text}`);
    expect(await run("import", "series", series, "wrong.csv")).toMatchObject({ status: 1, err: expect.stringMatching(sentence) });
    expect(existsSync(at(".service"))).toBe(false);
  });
});
