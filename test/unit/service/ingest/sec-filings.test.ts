import { zipSync } from "fflate";
import { rebuild } from "../../../../src/service/ingest/rebuild";
import type { UpdateOptions } from "../../../../src/service/ingest/update";
import type { FeedUpdate } from "../../../../src/service/ingest/update-feed";
import { FIRST_BYTES } from "../../../../src/service/publishers/sec/offering-documents";
import { sec } from "../../../../src/service/publishers/sec/sec";
import { form4Xml } from "../publishers/form4";
import type { Reply } from "../publishers/loopback";
import { onlyFeeds, openUpdates } from "./updates";

/** A Friday evening in New York. */
const NOW = Date.parse("2026-11-21T04:45:00Z");
const DAY = "2026-11-21";
const DAY_MS = 24 * 60 * 60_000;

const at = openUpdates(NOW, /^https:\/\/[^/]+/);
async function run(feeds: readonly string[], how: Partial<UpdateOptions> = {}): Promise<Record<string, FeedUpdate>> {
  const updates = await at.run(onlyFeeds(sec, ...feeds), { all: true, contact: "you@example.org", ...how });
  return Object.fromEntries(updates.map((u) => [u.feed, u]));
}

const accession = (n: number): string => `0000000001-26-${String(n).padStart(6, "0")}`;
const filingPath = (n: number, cik = 77): string => `/Archives/edgar/data/${cik}/${accession(n)}.txt`;
const submissions = (...filings: (readonly [form: string, filed: string, n: number])[]): Reply => ({
  body: JSON.stringify({
    cik: "0000000077",
    entityType: "operating",
    name: "Example Corp",
    tickers: ["EXMP"],
    filings: {
      recent: {
        accessionNumber: filings.map(([, , n]) => accession(n)),
        filingDate: filings.map(([, filed]) => filed),
        reportDate: filings.map(() => ""),
        form: filings.map(([form]) => form),
        primaryDocument: filings.map(([, , n]) => `xslF345X05/form${n}.xml`),
      },
    },
  }),
});
const submission = (n: number, form: string, filed: string, document: string, end = "</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n"): string =>
  `<SEC-DOCUMENT>${accession(n)}.txt : x\n<SEC-HEADER>x\nACCESSION NUMBER:\t\t${accession(n)}\nCONFORMED SUBMISSION TYPE:\t${form}\nFILED AS OF DATE:\t\t${filed.replaceAll("-", "")}\n` +
  `\tCOMPANY CONFORMED NAME:\t\t\tEXAMPLE CORP\n\tCENTRAL INDEX KEY:\t\t\t0000000077\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>${form}\n<SEQUENCE>1\n<TEXT>\n${document}${end}`;
const trade = (form: string, shares: number): string =>
  `<XML>\n${form4Xml({ form, period: "2026-11-17", lines: [{ day: "2026-11-17", shares, price: 2 }] })}\n</XML>\n`;
const INSIDERS = ["sec.submissions", "sec.ownership"];

describe("insiders' reports of a requested company", () => {
  const listed = (): void =>
    at.loopback.replies(
      "/submissions/CIK0000000077.json",
      submissions(
        ["4", "2026-11-19", 1],
        ["4/A", "2026-11-20", 2],
        ["424B4", "2026-11-18", 3],
        ["3", "2026-11-18", 4],
        ["4", "2024-11-20", 5],
        ["5", "2024-11-21", 6],
        ["10-K", "2026-02-01", 7],
      ),
    );

  it("are fetched once each, by the exact form, from the last two years", async () => {
    listed();
    for (const [n, form, filed] of [
      [1, "4", "2026-11-19"],
      [2, "4/A", "2026-11-20"],
      [6, "5", "2024-11-21"],
    ] as const)
      at.loopback.replies(filingPath(n), { body: submission(n, form, filed, trade(form, 10 * n).replaceAll("2026-11-17", `${filed.slice(0, 4)}-11-17`)) });
    const first = await run(INSIDERS, { tickers: ["77"] });
    expect(first["sec.ownership"]).toMatchObject({ documents: 3, added: 3, failures: [], leftOut: [] });
    expect(at.asked().slice(1)).toEqual([filingPath(2), filingPath(1), filingPath(6)]);
    await run(INSIDERS, { tickers: ["77"] });
    expect(at.asked().slice(4)).toEqual(["/submissions/CIK0000000077.json"]);
  });

  it("have a new retrieval time when the list is fetched, but not when that fails", async () => {
    const moment = (): string | undefined => at.store.freshness.oldest(["sec/insider_trade/EXMP"])?.slice(0, 10);
    const list = submissions(["4", "2026-11-19", 1]);
    at.loopback.replies("/submissions/CIK0000000077.json", list, list, { status: 503, body: "Service Unavailable" });
    at.loopback.replies(filingPath(1), { body: submission(1, "4", "2026-11-19", trade("4", 10)) });
    await run(INSIDERS, { tickers: ["77"] });
    expect(moment()).toBe("2026-11-21");
    at.loopback.pass(DAY_MS);
    await run(["sec.ownership"]);
    expect(moment()).toBe("2026-11-21");
    await run(INSIDERS);
    expect(moment()).toBe("2026-11-22");
    at.loopback.pass(DAY_MS);
    const { "sec.ownership": result } = await run(INSIDERS);
    expect(result).toMatchObject({ documents: 0, failures: [] });
    expect(moment()).toBe("2026-11-22");
  });

  it("are known from their filing date, and are rebuilt unchanged from the archive", async () => {
    listed();
    at.loopback.replies(filingPath(1), { body: submission(1, "4", "2026-11-19", trade("4", 10)) });
    await run(INSIDERS, { tickers: ["77"] });
    const rows = () => at.store.records.between("insider_trade", "EXMP", "2026-01-01", DAY, DAY);
    expect(rows()).toMatchObject([{ date: "2026-11-17", known: "2026-11-19", key: `5 ${accession(1)}` }]);
    const before = rows();
    rebuild(at.store, ["sec"]);
    expect(rows()).toEqual(before);
  });

  it("that are refused are named and not fetched again; the others are imported", async () => {
    listed();
    at.loopback.replies(filingPath(1), {
      body: submission(1, "4", "2026-11-19", "<XML>\n<ownershipDocument><documentType>9</documentType></ownershipDocument>\n</XML>\n"),
    });
    at.loopback.replies(filingPath(2), { body: submission(2, "4/A", "2026-11-20", trade("4/A", 1)) });
    const { "sec.ownership": result } = await run(INSIDERS, { tickers: ["77"] });
    expect(result).toMatchObject({ documents: 1, failures: [] });
    expect(result?.leftOut).toEqual([expect.stringContaining(accession(1))]);
    await run(INSIDERS, { tickers: ["77"] });
    expect(at.asked().filter((path) => path === filingPath(1))).toHaveLength(1);
    // A document that was missing is requested again.
    expect(at.asked().filter((path) => path === filingPath(6))).toHaveLength(2);
  });

  it("fail if every one of them is refused", async () => {
    at.loopback.replies("/submissions/CIK0000000077.json", submissions(...([1, 2, 3, 4] as const).map((n) => ["4", "2026-11-19", n] as const)));
    for (const n of [1, 2, 3, 4])
      at.loopback.replies(filingPath(n), { body: submission(n, "4", "2026-11-19", "<XML>\n<ownershipDocument></ownershipDocument>\n</XML>\n") });
    const { "sec.ownership": result } = await run(INSIDERS, { tickers: ["77"] });
    expect(result?.failures).toHaveLength(4);
  });

  it("are fetched at least 150 ms apart, with the contact as user agent", async () => {
    listed();
    await run(INSIDERS, { tickers: ["77"] });
    const times = at.loopback.asked.map((a) => a.at);
    expect(times.slice(1).every((t, i) => t - (times[i] ?? 0) >= 150)).toBe(true);
    expect(at.loopback.asked.every((a) => a.headers["user-agent"]?.includes("you@example.org"))).toBe(true);
  });
});

const COVER = `<html><body>Filed pursuant to Rule 424(b)(4) Registration No. 333-123456 The initial public offering price is $15.00 per share, listed on the Nasdaq Global Market under the symbol "EXMP". ${"<p>Risk factors and more.</p>".repeat(800)}`;
const index = (day: string, ...filings: (readonly [form: string, n: number])[]): Reply => ({
  body:
    "Description:           Daily Index of EDGAR Dissemination Feed by Form Type\nLast Data Received:    x\nComments:              webmaster@sec.gov\n \n" +
    `Form Type   Company Name                                                  CIK         Date Filed  File Name\n${"-".repeat(141)}\n` +
    filings
      .map(
        ([form, n]) =>
          `${form.padEnd(12)}${"EXAMPLE CORP".padEnd(62)}${"77".padEnd(12)}${day.replaceAll("-", "").padEnd(12)}edgar/data/77/${accession(n)}.txt         \n`,
      )
      .join(""),
});
const indexPath = (day: string): string => `/Archives/edgar/daily-index/2026/QTR4/form.${day.replaceAll("-", "")}.idx`;
const OFFERINGS = ["sec.daily-index", "sec.offering-documents"];

describe("offerings by any filer", () => {
  it("are found in the daily index by their exact form, and fetched once each", async () => {
    at.loopback.replies(indexPath("2026-11-20"), index("2026-11-20", ["424B2", 9], ["424B4", 1], ["S-1MEF", 8], ["4", 7]));
    at.loopback.replies(filingPath(1), { body: submission(1, "424B4", "2026-11-20", COVER) });
    const first = await run(OFFERINGS);
    expect(first["sec.daily-index"]).toMatchObject({ documents: 1, added: 1, failures: [] });
    expect(first["sec.offering-documents"]).toMatchObject({ documents: 1, added: 1, failures: [] });
    expect(at.store.records.latest("offering", "EXMP", DAY, 1)).toMatchObject([
      { date: "2026-11-20", body: { form: "424B4", price: 15, groupKey: "333-123456" } },
    ]);
    const before = at.asked().length;
    await run(OFFERINGS);
    expect(at.asked().slice(before)).not.toContain(filingPath(1));
    expect(at.asked().slice(before)).not.toContain(indexPath("2026-11-20"));
  });

  it("are imported from the beginning of a long document, and rebuilt from the archive", async () => {
    at.loopback.replies(indexPath("2026-11-20"), index("2026-11-20", ["424B4", 1]));
    const long = submission(1, "424B4", "2026-11-20", COVER + "x".repeat(3 * FIRST_BYTES), "");
    at.loopback.replies(filingPath(1), { body: long });
    expect((await run(OFFERINGS))["sec.offering-documents"]).toMatchObject({ documents: 1, added: 1, leftOut: [], failures: [] });
    rebuild(at.store, ["sec"]);
    expect(at.store.records.latest("offering", "EXMP", DAY, 1)).toMatchObject([{ body: { price: 15 } }]);
  });

  it("are refused if their text is cut off", async () => {
    at.loopback.replies(indexPath("2026-11-20"), index("2026-11-20", ["424B4", 1]));
    at.loopback.replies(filingPath(1), { body: submission(1, "424B4", "2026-11-20", COVER, "") });
    const { "sec.offering-documents": result } = await run(OFFERINGS);
    expect(result?.leftOut).toEqual([expect.stringMatching(/is cut off/)]);
    expect(at.store.records.any("offering")).toBe(false);
  });

  it("are fetched newest first, at most sixty per update; the next update continues", async () => {
    const filings = Array.from({ length: 70 }, (_, n) => ["S-1", n + 1] as const);
    at.loopback.replies(indexPath("2026-11-19"), index("2026-11-19", ...filings.slice(0, 35)));
    at.loopback.replies(indexPath("2026-11-20"), index("2026-11-20", ...filings.slice(35)));
    for (const [, n] of filings) at.loopback.replies(filingPath(n), { body: submission(n, "S-1", "2026-11-20", "FORM S-1 Registration No. 333-000001") });
    expect((await run(OFFERINGS))["sec.offering-documents"]?.documents).toBe(60);
    const fetched = at.asked().filter((path) => path.startsWith("/Archives/edgar/data/"));
    expect(fetched[0]).toBe(filingPath(70));
    expect((await run(OFFERINGS))["sec.offering-documents"]?.documents).toBe(10);
  });

  it("have no new retrieval time until all listed documents are fetched", async () => {
    const filings = Array.from({ length: 130 }, (_, n) => ["424B4", n + 1] as const);
    for (const day of ["12", "13", "16", "17", "18", "19", "23"]) at.loopback.replies(indexPath(`2026-11-${day}`), index(`2026-11-${day}`));
    at.loopback.replies(indexPath("2026-11-20"), index("2026-11-20", ...filings));
    const text = (n: number) => (n === 130 ? COVER : "FORM S-1 Registration No. 333-000001");
    for (const [form, n] of filings) at.loopback.replies(filingPath(n), { body: submission(n, n === 130 ? form : "S-1", "2026-11-20", text(n)) });
    const moments: (string | undefined)[] = [];
    for (const documents of [60, 60, 10, 0]) {
      expect((await run(OFFERINGS))["sec.offering-documents"]?.documents).toBe(documents);
      moments.push(at.store.freshness.oldest(["sec/offering/EXMP"])?.slice(0, 10));
      at.loopback.pass(DAY_MS);
    }
    expect(moments).toEqual(["2026-11-21", "2026-11-21", "2026-11-23", "2026-11-24"]);
  });

  it("are none if the daily index is empty, which is no failure; a cut index is refused", async () => {
    at.loopback.replies(indexPath("2026-11-20"), index("2026-11-20"));
    at.loopback.replies(indexPath("2026-11-19"), { body: `${String(index("2026-11-19", ["S-1", 1]).body).slice(0, -30)}` });
    const { "sec.daily-index": result } = await run(OFFERINGS);
    expect(result).toMatchObject({ documents: 1, added: 0, failures: [] });
    expect(result?.leftOut).toEqual([expect.stringMatching(/2026-11-19: .*ends within a line/)]);
  });
});

describe("archives of the SEC", () => {
  const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, new TextEncoder().encode(v)])));
  const holdings = (period: string, filed: string): Uint8Array =>
    zipOf({
      "SUBMISSION.tsv": `ACCESSION_NUMBER\tFILING_DATE\tSUBMISSIONTYPE\tCIK\tPERIODOFREPORT\n${period}\t${filed}\t13F-HR\t5\t${period}\n`,
      "COVERPAGE.tsv": `ACCESSION_NUMBER\tISAMENDMENT\tAMENDMENTTYPE\tFILINGMANAGER_NAME\n${period}\tN\t\tFUND\n`,
      "INFOTABLE.tsv": `ACCESSION_NUMBER\tNAMEOFISSUER\tTITLEOFCLASS\tCUSIP\tVALUE\tSSHPRNAMT\tSSHPRNAMTTYPE\tPUTCALL\n${period}\tAPPLE INC\tCOM\t037833100\t200\t1\tSH\t\n`,
    });
  const fileAt = (folder: string, name: string): string => `/files/${folder}/data/form-13f-data-sets/${name}`;
  const [OLDER, NEWEST] = ["01mar2026-31may2026_form13f.zip", "01jun2026-31aug2026_form13f.zip"];

  it("of holdings are fetched once each, the newest two, and can be rebuilt", async () => {
    at.loopback.replies(fileAt("structureddata", OLDER), { body: holdings("31-MAR-2026", "15-MAY-2026") });
    at.loopback.replies(fileAt("datastandardsinnovation", NEWEST), { body: holdings("30-JUN-2026", "14-AUG-2026") });
    expect((await run(["sec.holdings-data-set"]))["sec.holdings-data-set"]).toMatchObject({ documents: 2, added: 2, failures: [], leftOut: [] });
    expect(at.asked()).toEqual([fileAt("structureddata", OLDER), fileAt("structureddata", NEWEST), fileAt("datastandardsinnovation", NEWEST)]);
    const held = () => at.store.institutions.heldAt(["037833100"], "2026-06-30", "2026-03-31", DAY);
    expect(held()).toEqual({ count: 1, value: 200, accumulating: 0, reducing: 0, compared: 1 });
    at.loopback.pass(DAY_MS);
    await run(["sec.holdings-data-set"]);
    expect(at.asked()).toHaveLength(3);
    // Nothing was fetched, so a newer one may exist.
    expect(at.store.freshness.oldest(["sec/holding"])?.slice(0, 10)).toBe(DAY);
    expect(rebuild(at.store, ["sec"]).documents).toBe(2);
    expect(held()).toMatchObject({ count: 1, compared: 1 });
  });

  it("that do not exist yet are no failure, and are requested at the next update", async () => {
    at.loopback.replies(fileAt("structureddata", OLDER), { body: holdings("31-MAR-2026", "15-MAY-2026") });
    expect((await run(["sec.holdings-data-set"]))["sec.holdings-data-set"]).toMatchObject({ documents: 1, failures: [] });
    await run(["sec.holdings-data-set"]);
    expect(at.asked().slice(3)).toEqual([fileAt("structureddata", NEWEST), fileAt("datastandardsinnovation", NEWEST)]);
  });

  it("of which only a part arrives are refused, and nothing is stored", async () => {
    const bytes = holdings("31-MAR-2026", "15-MAY-2026");
    at.loopback.replies(fileAt("structureddata", OLDER), { body: bytes, breaksAfter: 100 });
    const { "sec.holdings-data-set": result } = await run(["sec.holdings-data-set"]);
    expect(result?.failures).toEqual([expect.stringMatching(/incomplete document/)]);
    expect(at.store.institutions.any()).toBe(false);
  });

  it("of fails to deliver are requested for the newest two half months", async () => {
    const list = zipOf({
      "cnsfails202610b.txt": "SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE\n20261020|037833100|AAPL|10|X|1\nTrailer record count 1\n",
    });
    at.loopback.replies("/files/data/fails-deliver-data/cnsfails202610b.zip", { body: list });
    expect((await run(["sec.fails-to-deliver"]))["sec.fails-to-deliver"]).toMatchObject({ documents: 1, added: 1, failures: [] });
    expect(at.asked()).toEqual(["a", "b"].map((half) => `/files/data/fails-deliver-data/cnsfails202610${half}.zip`));
  });

  it("of company facts are fetched only on demand, and not imported again if unchanged", async () => {
    const facts = JSON.stringify({
      cik: 1,
      entityName: "One",
      facts: {
        "us-gaap": { Revenues: { units: { USD: [{ start: "2025-01-01", end: "2025-12-31", val: 7, filed: "2026-02-01", accn: "a", form: "10-K" }] } } },
      },
    });
    at.loopback.replies("/Archives/edgar/daily-index/xbrl/companyfacts.zip", { body: zipOf({ "CIK0000000001.json": facts }), headers: { ETag: '"1"' } });
    const id = "sec.company-facts-archive";
    expect(await run([id])).toEqual({});
    expect((await run([id], { bulk: true }))[id]).toMatchObject({ documents: 1, added: 1, failures: [] });
    expect(at.store.records.latest("statement", "1", DAY, 1)).toMatchObject([{ date: "2025-12-31" }]);
    expect((await run([id], { bulk: true }))[id]).toMatchObject({ documents: 0, unchanged: 1 });
  });
});
