import { finra } from "../../../../src/service/publishers/finra/finra";
import { settlementsBetween } from "../../../../src/service/publishers/finra/short-interest";
import { itWithSharedData } from "../../../shared-data";
import { readUnchecked } from "./read-as";

const HEADER =
  "accountingYearMonthNumber|symbolCode|issueName|issuerServicesGroupExchangeCode|marketClassCode|currentShortPositionQuantity|previousShortPositionQuantity|stockSplitFlag|averageDailyVolumeQuantity|daysToCoverQuantity|revisionFlag|changePercent|changePreviousNumber|settlementDate";
const read = (text: string | Buffer, name = "a.csv") => readUnchecked("finra", text, name).records;
/** Lines of the short interest of 2021-07-15, from the symbol on. */
const settled = (...lines: readonly string[]) => read([HEADER, ...lines.map((line) => `20210715|${line}`), ""].join("\n"));

describe("FINRA short interest", () => {
  test("has no days to cover but a flag if FINRA states its ceiling of 999.99", () => {
    const [row] = settled("AAALF|Aareal|S|OTC|363666|322028||0|999.99||12.93|41638|2021-07-15");
    expect(row?.body).toMatchObject({ days_to_cover: null, days_to_cover_censored: true, avg_daily_volume: 0 });
  });

  test("has days to cover and change as published", () => {
    const [row] = settled("X|X Inc|A|NYSE|50|0||1000|1.00||100.00|50|2021-07-15");
    expect(row?.body).toMatchObject({ days_to_cover: 1, days_to_cover_censored: false, change_pct: 100, previous_short_interest: 0 });
  });

  test("has null, never zero, for a blank", () => {
    const blank = { previous_short_interest: null, avg_daily_volume: null, days_to_cover: null, change_pct: null };
    expect(settled("X|X Inc|A|NYSE|50|||||R|||2021-07-15")[0]?.body).toMatchObject({ ...blank, days_to_cover_censored: false, revised: true });
  });

  test("is refused if most days to cover or changes disagree with their inputs", () => {
    const lines = (...days: string[]) => days.map((of, i) => `${"ABC"[i]}|X|A|NYSE|2000|1000||500|${of}||100.00|1000|2021-07-15`);
    expect(settled(...lines("4.00", "4.00", "9.00"))).toHaveLength(3);
    expect(() => settled(...lines("9.00", "9.00", "4.00"))).toThrow(/in 2 of 3 lines/);
    expect(() => settled("A|X|A|NYSE|2000|1000||500|4.00||4.00|1000|2021-07-15")).toThrow(/changes in percent/);
  });

  test("is refused with a negative position or two settlement dates in one line", () => {
    expect(() => settled("X|X|A|NYSE|-50|||||||0|2021-07-15")).toThrow(/0 shares or more/);
    expect(() => settled("X|X|A|NYSE|50|||||||0|2021-07-30")).toThrow(/expected the settlement of "20210715"/);
  });

  test("is refused with an unknown column, a missing one or a cut line", () => {
    expect(() => read(`${HEADER}|newColumn\n`)).toThrow(/newColumn.*not a column/);
    expect(() => read(`${HEADER.replace("|revisionFlag", "")}\n`)).toThrow(/revisionFlag.*missing/);
    expect(() => settled("X|X Inc|A|NYSE|50")).toThrow(/line 2: expected 14 cells/);
    expect(() => settled()).toThrow(/no line of data/);
  });

  test("is requested for the 15th and the month's end, or the business day before", () =>
    expect(settlementsBetween("2024-05-20", "2024-07-01")).toEqual(["2024-05-31", "2024-06-14", "2024-06-28"]));

  itWithSharedData("is read from the published excerpt, with the floor of 1 day and the ceiling", (_, fileIn) => {
    const records = read(fileIn("finra/shrt20210715_excerpt.csv"));
    expect(records.length).toBeGreaterThan(15);
    const body = { short_interest: 96355309, days_to_cover: 1, change_pct: 6.81 };
    expect(records.find((r) => r.entity === "AAPL")).toMatchObject({ date: "2021-07-15", source: "finra", body });
    expect(records.filter((r) => (r.body as { days_to_cover_censored: boolean }).days_to_cover_censored).length).toBeGreaterThan(2);
  });
});

describe("FINRA short volume", () => {
  it("of early files, which count no exempt sales, has null instead, never zero", () => {
    const early = "Date|Symbol|ShortVolume|TotalVolume|Market\r\n20100105|AAPL|100|300|B,Q,N\r\n20100105|ZZZX|1|3|Q,N\r\n";
    const body = { short_volume: 100, short_exempt_volume: null, total_volume: 300, market: "B,Q,N" };
    for (const text of [early, `${early}2\r\n`])
      expect(read(text, "CNMSshvol20100105.txt")).toMatchObject([{ entity: "AAPL", date: "2010-01-05", body }, { entity: "ZZZX" }]);
    expect(() => read(`${early}3\r\n`, "CNMSshvol20100105.txt")).toThrow(/expected 3 lines/);
    expect(() => read(early.slice(0, -6), "CNMSshvol20100105.txt")).toThrow(/seems to be cut/);
  });

  const DAY = "Date|Symbol|ShortVolume|ShortExemptVolume|TotalVolume|Market";
  /** Lines from the date on, and their number. */
  const days = (...lines: readonly string[]): string => [DAY, ...lines, lines.length, ""].join("\n");
  const DAY_OF = (...lines: readonly string[]): string => days(...lines.map((line) => `20240105|${line}`));

  test("may be fractional, and BRK/B becomes BRK.B", () => {
    const body = { short_volume: 100.5, short_exempt_volume: 0.25, total_volume: 300.75, market: "B,Q,N" };
    const text = DAY_OF("BRK/B|100.5|0.25|300.75|B,Q,N").replaceAll("\n", "\r\n");
    expect(read(text, "CNMSshvol20240105.txt")).toEqual([expect.objectContaining({ entity: "BRK.B", date: "2024-01-05", body })]);
  });

  test("is refused if its last value may be cut", () => {
    const copy = 'date,symbol,short_volume,short_exempt_volume,total_volume,market,ratio\n2023-09-11,AAPL,12030283,151515,26272417,"B,Q,N",0.45';
    expect(() => read(copy)).toThrow(/without a line end/);
    expect(read(`${copy}79`)).toHaveLength(1);
  });

  test("is refused if the line count at its end is missing or wrong", () => {
    expect(() => read(`${DAY}\n20240105|A|1|0|3|B\n`)).toThrow(/last line, which counts/);
    expect(() => read(`${DAY}\n20240105|A|1|0|3|B\n2\n`)).toThrow(/expected 2 lines, as counted in the last line, got 1/);
  });

  test("is refused if it is less than the exempt volume or more than the total", () => {
    for (const line of ["A|1|2|3|B", "A|4|2|3|B"]) expect(() => read(DAY_OF(line))).toThrow(/shifted/);
  });

  test.each([
    ["FNYXshvol20240105.txt", "the NYSE TRF", "N"],
    ["FNSQshvol20240105.txt", "the Nasdaq TRF Carteret", "Q"],
    ["FNQCshvol20240105.txt", "the Nasdaq TRF Chicago", "B"],
    ["FNRAshvol20240105.txt", "the ADF", "D"],
    ["FORFshvol20240105.txt", "the ORF", "O"],
  ])("of one facility is refused, under its own name %s and under any other", (name, facility, market) => {
    const text = DAY_OF(`AAPL|1|0|3|${market}`, `MSFT|1|0|3|${market}`);
    const use = "import the consolidated file, CNMSshvolYYYYMMDD.txt";
    expect(() => read(text, name)).toThrow(`this file has only the trades of one facility, ${facility}; ${use}`);
    // Under another name, only the letter is known.
    const sentence = `all lines have the trades of one facility, ${market} only; ${use}`;
    for (const one of ["CNMSshvol20240105.txt", "short volume.txt"]) expect(() => read(text, one)).toThrow(sentence);
    const copy = `date,symbol,short_volume,short_exempt_volume,total_volume,market,ratio\n2024-01-05,AAPL,1,0,4,${market},0.2500\n`;
    expect(() => read(copy, "copy.csv")).toThrow(sentence);
  });

  test("of one facility is refused by its name also if its lines name several", () => {
    for (const name of ["FNYXshvol20240105.txt", "fnyxshvol20240105 (1).txt", "old FNYXshvol20240105.txt"])
      expect(() => read(DAY_OF("AAPL|1|0|3|B,Q,N"), name)).toThrow(/one facility, the NYSE TRF/);
  });

  test("of one facility whose letter is unknown is refused with that letter", () =>
    expect(() => read(DAY_OF("AAPL|1|0|3|Z"))).toThrow(/one facility, Z only; import/));

  test.each(["n", "N,", "N,N", '"N"', "N, n"])("of one facility is refused if its letter is written as %s", (market) =>
    expect(() => read(DAY_OF(`AAPL|1|0|3|${market}`, `MSFT|1|0|3|${market}`))).toThrow(/one facility, N only; import/),
  );

  test("of one facility is refused for each day of a file, except a day with one symbol", () => {
    const whole = "20240104|AAPL|1|0|3|Q,N";
    expect(() => read(days(whole, "20240105|AAPL|1|0|3|N", "20240105|MSFT|1|0|3|N"))).toThrow(
      /^all lines of 2024-01-05 have the trades of one facility, N only; import/,
    );
    expect(read(days(whole, "20240105|AAPL|1|0|3|N"))).toHaveLength(2);
  });

  test("is refused if a symbol has two lines on one day, as in joined files of two facilities", () => {
    expect(() => read(DAY_OF("AAPL|1|0|3|Q", "MSFT|1|0|3|Q", "AAPL|2|0|4|N"))).toThrow(/AAPL has two lines on 2024-01-05: .* import the consolidated file/);
    // AT&T's series C preferred stock, and Tutor Perini.
    expect(read(DAY_OF("TpC|1|0|3|Q,N", "TPC|1|0|3|N"))).toHaveLength(2);
  });

  test("is refused if none of many lines names several facilities, as in joined files without a common symbol", () => {
    const lines = (market: (i: number) => string): string[] => Array.from({ length: 30 }, (_, i) => `S${i}X|1|0|3|${market(i)}`);
    expect(() => read(DAY_OF(...lines((i) => (i < 15 ? "N" : "Q"))), "CNMSshvol20240105.txt")).toThrow(
      /^no line of 2024-01-05 has the trades of several facilities: .* import the consolidated file/,
    );
    expect(() => read(DAY_OF(...lines(() => "")))).toThrow(/^no line of 2024-01-05/);
    // A facility that reported no trade of the day is in no line.
    expect(read(DAY_OF(...lines((i) => (i % 3 === 0 ? "Q,N" : "N"))))).toHaveLength(30);
  });

  test("is consolidated if one line names several facilities, or lines name different ones", () => {
    expect(read(DAY_OF("AAPL|1|0|3|B,Q,N", "ZZZX|1|0|3|Q"), "CNMSshvol20240105.txt")).toHaveLength(2);
    expect(read(DAY_OF("AAPL|1|0|3|Q", "ZZZX|1|0|3|N"), "CNMSshvol20240105.txt")).toHaveLength(2);
  });

  test("is requested by business day, and status 403 means a day without a file", () => {
    const requests = finra.feeds[1]?.fetching?.requests({ today: "2024-01-08", newest: "2024-01-04", settings: {} }) ?? [];
    expect(requests.map((r) => [r.part, r.absentStatuses])).toEqual([
      ["2024-01-05", [403, 404]],
      ["2024-01-08", [403, 404]],
    ]);
    expect(requests[0]?.url).toBe("https://cdn.finra.org/equity/regsho/daily/CNMSshvol20240105.txt");
    expect(() => read("<html><body>403 Forbidden</body></html>")).toThrow(/web page/);
  });
});

test("FINRA is off by default", () => expect(finra.terms.defaultOn).toBe(false));
