import { readFileSync } from "node:fs";
import path from "node:path";
import { functionSpec, isFunctionName, type Parameter } from "../../src/contract/functions";
import { PATHS } from "../../src/contract/paths";
import { CURRENT, errorArgument, OLD, OLDER } from "./excel-host";
import type { Result } from "./host-page";
import { keptExcel } from "./kept-excel";
import { evals } from "./stage";
import { webBuild } from "./web-build";

const kept = keptExcel();

const isDate = (value: unknown): boolean => typeof value === "object" && value !== null && (value as { type?: unknown }).type === "Double";
/** A value or a reason, never empty and never an error. */
const isAnswer = ({ ok, value }: Result): boolean =>
  ok && (typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value !== "" && value !== "n/a: ") || isDate(value));

/** A choice whose default depends on another argument is omitted. */
const example = (p: Parameter): string | null => (p.kind === "choice" && p.fallback === "" ? null : p.example);

describe("functions in Microsoft's runtime", () => {
  it("every registered function answers its example once, with a value or reason", async () => {
    const { functions } = JSON.parse(readFileSync(path.join(await webBuild(), "functions.json"), "utf8")) as { functions: { id: string }[] };
    const calls = functions.map(({ id }) => {
      const name = id.replace(/^SERVICE\.?/, "");
      return { fn: id, args: isFunctionName(name) ? functionSpec(name).parameters.map(example) : ["AAPL", "price"] };
    });
    expect(calls).toHaveLength(27);
    const { page: excel, passed } = await kept();
    const { results, mostAnswers } = await excel.callAll(calls);
    expect(results.filter((r) => !isAnswer(r)).map((r) => ({ call: calls[results.indexOf(r)], result: r }))).toEqual([]);
    expect(mostAnswers).toBe(1);
    passed();
  });

  it("every sheet path gives a value or a reason, and so does a call with an omitted argument", async () => {
    const { page: excel, passed } = await kept();
    const { results } = await excel.callAll([
      ...PATHS.map(({ path: p, fn }) => ({ fn: "SERVICE", args: [fn === "ODDS" ? "dollar reserve currency" : fn === "FUNDING" ? "BTC" : "AAPL", p] })),
      { fn: "SERVICE.REGIME", args: [null] },
    ]);
    expect(results).toHaveLength(51);
    expect(results.filter((r) => !isAnswer(r))).toEqual([]);
    passed();
  });

  it.each([
    ["a formatted number in a current Excel", CURRENT, { type: "Double", basicValue: 45461, numberFormat: "yyyy-mm-dd" }],
    ["a formatted number of the older kind in an older Excel", OLDER, { type: "FormattedNumber", basicValue: 45461, numberFormat: "yyyy-mm-dd" }],
    ["ISO text in an Excel without formatted numbers", OLD, "2024-06-18"],
  ])("a date result is %s", async (_, requirements, expected) => {
    const { page: excel, passed } = await kept({ opening: { requirements } });
    // 19 June 2024 is a holiday, so the curve is that of the day before. The date arrives as ISO text, as a serial number and as a formatted number.
    for (const date of ["2024-06-19", 45462, { type: "FormattedNumber", basicValue: 45462, numberFormat: "yyyy-mm-dd" }])
      expect(await excel.call("SERVICE.YIELD", ["AS_OF", date])).toMatchObject({ ok: true, value: expected });
    passed();
  });

  it("a wrong argument gives #VALUE! with a message, and no request is sent", async () => {
    const { page: excel, service, passed } = await kept();
    const wrong = await excel.call("SERVICE.SHORTINTEREST", ["GME", "dayz"]);
    expect(wrong).toMatchObject({ ok: false, errorCode: 7 });
    expect(wrong.value).toMatch(/^field: expected one of pctfloat.*got "dayz"/);
    expect(await excel.call("SERVICE.YIELD", [["10Y", "2Y"], null])).toMatchObject({ ok: false, errorCode: 7, value: expect.stringMatching(/got several/) });
    expect(await excel.call("SERVICE.YIELD", [true, null])).toMatchObject({ ok: false, errorCode: 7 });
    expect(await excel.call("SERVICE", ["AAPL", "prise"])).toMatchObject({ ok: false, errorCode: 7, value: expect.stringMatching(/price/) });
    expect(evals(service)).toEqual([]);
    passed();
  });

  it("an unknown series gives a reason as text", async () => {
    const { page: excel, passed } = await kept();
    expect(await excel.call("SERVICE.FRED", ["DGS100", null])).toMatchObject({ ok: true, value: expect.stringMatching(/^n\/a: .*DGS10/) });
    passed();
  });

  it("an error argument is returned as that error", async () => {
    const { page: excel, passed } = await kept();
    expect(await excel.call("SERVICE.YIELD", [errorArgument("#N/A"), null])).toMatchObject({ ok: false, errorCode: 1 });
    expect(await excel.call("SERVICE.YIELD", [errorArgument("#DIV/0!"), null])).toMatchObject({ ok: false, errorCode: 5 });
    expect(await excel.call("SERVICE.YIELD", ["10Y", errorArgument("#REF!")])).toMatchObject({ value: { type: "Error", basicValue: "#REF!" } });
    passed();
  });

  it("a call works as before if Excel keeps the metadata of a version with fewer or more parameters", async () => {
    const { page: excel, passed } = await kept();
    const { functions } = JSON.parse(readFileSync(path.join(await webBuild(), "functions.json"), "utf8")) as {
      functions: { id: string; parameters: { optional?: boolean }[] }[];
    };
    const calls = functions.flatMap(({ id, parameters }) => {
      const name = id.replace(/^SERVICE\.?/, "");
      const args = isFunctionName(name) ? functionSpec(name).parameters.map(example) : ["AAPL", "price"];
      const required = args.slice(0, parameters.filter(({ optional }) => !optional).length);
      return [
        { fn: id, args: required },
        { fn: id, args: [...args, null, null] },
      ];
    });
    const { results, mostAnswers } = await excel.callAll(calls);
    expect(results.filter((r) => !isAnswer(r)).map((r) => ({ call: calls[results.indexOf(r)], result: r }))).toEqual([]);
    expect(mostAnswers).toBe(1);
    for (const [fn, args] of [
      ["SERVICE.YIELD", ["10Y", "2024-06-19", "median"]],
      ["SERVICE", ["AAPL", "price", "median"]],
    ] as const)
      expect(await excel.call(fn, args)).toMatchObject({ ok: false, errorCode: 7, value: expect.stringMatching(/takes at most \w+ arguments, got 3/) });
    passed();
  });
});

describe("an empty cell as an argument", () => {
  /** What a yield shows with an empty cell, a typed 0 and a cell with 0 as its date; and two calls with an empty cell as their ticker. */
  const shown = async (requirements: Readonly<Record<string, string>>) => {
    const { page: excel, passed } = await kept({ opening: { requirements } });
    excel.workbook.sheets.Sheet1!.B2 = { formula: "", value: 0 };
    for (const [cell, formula] of [
      ["A1", '=SERVICE.YIELD("10Y",B1)'],
      ["A2", '=SERVICE.YIELD("10Y",0)'],
      ["A3", '=SERVICE.YIELD("10Y",B2)'],
      ["A4", "=SERVICE.PRICE(B1)"],
      ["A5", '=SERVICE(B1,"regime")'],
    ] as const)
      await excel.type("Sheet1", cell, formula);
    await excel.settled();
    const values = ["A1", "A2", "A3", "A4", "A5"].map((cell) => (excel.workbook.sheets.Sheet1![cell] as { value: unknown }).value);
    passed();
    return values;
  };

  it("is no date and no ticker; a typed 0 is refused", async () => {
    expect(await shown(CURRENT)).toEqual([expect.any(Number), "#VALUE!", "#VALUE!", expect.stringMatching(/ticker/), expect.any(String)]);
  });

  it("is so in an Excel that passes it as 0, too, where a cell with 0 cannot be told from it", async () => {
    expect(await shown(OLDER)).toEqual([expect.any(Number), "#VALUE!", expect.any(Number), expect.stringMatching(/ticker/), expect.any(String)]);
  });
});
