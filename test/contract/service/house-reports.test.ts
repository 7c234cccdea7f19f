import { readFileSync } from "node:fs";
import path from "node:path";
import type { EvalReply } from "../../../src/contract/wire";
import { isoMoment } from "../../../src/service/store/freshness";
import { endOfDay } from "../../../src/service/time/time-zone";
import { parseByFeed } from "../../../src/service/ingest/ingest-document";
import { house } from "../../../src/service/publishers/house/house";
import { CASES } from "../../value-cases/run-case";
import { noValue, openServices, take as takeInto, type ServiceUnderTest } from "./service-under-test";

const open = openServices();
const serve = () => open({ asOf: "2025-03-03", now: () => Date.UTC(2026, 10, 26, 12) });

const REPORT = readFileSync(path.join(CASES, "ptr-20095001.txt"), "utf8");
const ROW = REPORT.split("\n").find((line) => line.includes("(CTAS)"))!;
/** The report of Cintas, signed on 2025-02-10, with other lines in place of its trade. */
const report = (edit: (row: string) => string, document = "20095001"): string => REPORT.replaceAll("20095001", document).replace(ROW, edit(ROW));
const index = (...days: string[]): string =>
  `<FinancialDisclosure>${days.map((day) => `<Member><Last>Sample</Last><First>Jane</First><FilingType>P</FilingType><StateDst>CA99</StateDst><Year>2025</Year><FilingDate>${day}</FilingDate><DocID>20095001</DocID></Member>`).join("")}</FinancialDisclosure>`;

const take = (s: ServiceUnderTest, ...texts: string[]): void =>
  texts.forEach((text) => takeInto(s, parseByFeed(house.feeds, { name: "a.txt", bytes: Buffer.from(text) }).records, { seen: "2026-11-20" }));
const counts = async (s: ServiceUnderTest, as_of: string) =>
  (await s.post({ cells: [{ id: 0, fn: "CONGRESS", args: ["CTAS", "count"] }], as_of })).json<EvalReply>().data[0]?.value;
const listed = (s: ServiceUnderTest, query: string) => s.read(`/v1/equities/congress?${query}`);

describe("the House's index", () => {
  it.each([
    ["after the report", [REPORT, index("2/14/2025")]],
    ["before the report", [index("2/14/2025"), REPORT]],
    ["with two days of the filing", [index("2/12/2025"), REPORT, index("2/14/2025", "2/12/2025")]],
    ["again with another day", [index("2/14/2025"), REPORT, index("2/12/2025")]],
  ])("gives the day of publication, if it is imported %s", async (_, documents) => {
    const s = await serve();
    take(s, ...documents);
    expect([await counts(s, "2025-02-12"), await counts(s, "2025-02-13"), await counts(s, "2025-02-14")]).toEqual([null, null, 1]);
    expect((await listed(s, "ticker=CTAS&as_of=2025-02-13")).data).toEqual([]);
    expect((await listed(s, "as_of=2025-02-14")).data).toEqual([expect.objectContaining({ filed: "2025-02-14", ticker: "CTAS" })]);
  });

  it.each([
    ["has a day before the signature", [REPORT, index("2/8/2025")]],
    ["has no day", [REPORT, index("")]],
    ["has another filing only", [REPORT, index("2/14/2025").replace("20095001", "20095002")]],
    ["is not imported", [REPORT]],
  ])("leaves the day of the signature, if it %s", async (_, documents) => {
    const s = await serve();
    take(s, ...documents);
    expect([await counts(s, "2025-02-09"), await counts(s, "2025-02-10")]).toEqual([null, 1]);
  });

  it.each([["CONGRESS", "count"], ["SMARTMONEY"]])("dates the publication of %s", async (fn, ...field) => {
    const s = await serve();
    take(s, REPORT, index("2/14/2025"));
    expect(await s.ask(fn, "CTAS", ...field)).toMatchObject({ public: { at: isoMoment(endOfDay("2025-02-14")) } });
  });
});

describe("a line of a report that cannot be read", () => {
  const unreadable = (row: string): string => row.replace("01/12/2025", "01/12/2026");

  it("is named in the note of the ticker's count, and of the endpoint", async () => {
    const s = await serve();
    take(s, REPORT, report(unreadable, "20095002"));
    const note = "1 line of filing 20095002 that names CTAS could not be read.";
    expect(await s.ask("CONGRESS", "CTAS", "count")).toMatchObject({ value: 1, note });
    expect((await listed(s, "ticker=CTAS")).meta.note).toBe(note);
    expect((await listed(s, "days=30")).meta.note).toMatch(/ 1 line of filing 20095002 could not be read\.$/);
    expect((await listed(s, "ticker=CTAS&as_of=2025-02-09")).meta.note).not.toContain("could not be read");
    expect((await s.ask("CONGRESS", "AAPL", "count")).note).toBeUndefined();
  });

  it("gives a reason instead of sample data, if no other line names the ticker", async () => {
    const s = await serve();
    take(s, report(unreadable));
    expect(await s.ask("CONGRESS", "CTAS", "count")).toMatchObject(
      noValue("no_trades", expect.any(String), expect.stringContaining("1 line of filing 20095001 that names CTAS could not be read.")),
    );
  });
});

/** The report with another day of notification, imported. */
const notified = async (day: string) => {
  const s = await serve();
  const text = report((row) => row.replace("02/06/2025", day));
  take(s, text);
  return s;
};

it("a trade with a doubtful day is counted with the doubt", async () => {
  const s = await notified("02/06/2024");
  const doubt = "The notification of 2024-02-06 in filing 20095001 is more than 31 days before the trade of 2025-01-12.";
  expect(await s.ask("CONGRESS", "CTAS", "count")).toMatchObject({ value: 1, note: doubt, caveats: expect.arrayContaining(["value_in_doubt"]) });
  expect((await listed(s, "ticker=CTAS")).meta).toMatchObject({ note: doubt, caveats: ["value_in_doubt"] });
});

it("a day of notification after the filing is no doubt, because nothing is counted by it", async () => {
  const answer = await (await notified("02/06/2026")).ask("CONGRESS", "CTAS", "count");
  expect([answer.value, answer.caveats ?? []]).toEqual([1, []]);
});
