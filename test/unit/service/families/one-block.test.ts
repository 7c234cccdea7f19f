import fc from "fast-check";
import { byFiling, effectiveOn } from "../../../../src/service/families/insider/effective-reports";
import type { Report } from "../../../../src/service/families/insider/one-block";
import { insidersIn, ownedTrades } from "../../../../src/service/families/insider/insider-side";
import { separateDoubts } from "../../../../src/service/families/insider/one-block";
import { NO_DOUBTS } from "../../../../src/service/families/insider/reported-trades";
import type { InsiderReport, ReportedTrade } from "../../../../src/service/records/disclosed-trades";

interface Filed {
  readonly owners: readonly string[];
  readonly role: "ten percent" | "director" | "both";
  readonly shares?: number;
  readonly price?: number;
  readonly side?: "buy" | "sell";
  readonly after?: number;
  readonly direct?: boolean;
  readonly deemed?: boolean;
  readonly traded?: string;
  readonly known?: string;
}
const DAY = "2025-06-10";
let accession = 0;
const report = ({ owners, role, shares = 1000, price = 10, side = "sell", after, direct = true, deemed, traded = DAY, ...more }: Filed): Report => {
  const trade: ReportedTrade = {
    traded, side, shares, price, value: shares * price, security: "Common Stock",
    ...(after === undefined ? {} : { held: { before: after + (side === "sell" ? shares : -shares), after, direct } }),
  }; // prettier-ignore
  const place = { director: role !== "ten percent", officer: false, ten_percent: role !== "director", title: null };
  const body: InsiderReport = {
    form: "4", period: traded, owners: owners.map((cik) => ({ cik, name: `Owner ${cik}`, place })), role, isChief: false, plan10b5_1: false, trades: [trade],
    ...(deemed ? { deemed: true } : {}),
  }; // prettier-ignore
  return { entity: "EXMP", date: traded, key: `${owners.join("+")} a-${1000 + accession++}`, known: more.known ?? "2025-06-12", source: "sec", body };
};
const on = "2025-07-01";
const countOf = (...reports: readonly Report[]): number => effectiveOn(on, reports).reduce((n, { body }) => n + body.trades.length, 0);
const doubtsOf = (...reports: readonly Report[]): number => separateDoubts(effectiveOn(on, reports), byFiling).size;

/** What owners of ten percent, or directors, report together: `1+2` are owners 1 and 2. */
const fundOf = (owners: string, more: Partial<Filed> = {}): Filed => ({ owners: owners.split("+"), role: "ten percent", ...more });
const directorOf = (owners: string, more: Partial<Filed> = {}): Filed => fundOf(owners, { role: "director", ...more });

describe("one block that several owners report counts once", () => {
  const fund = fundOf("1", { after: 4_000_000 });
  const like = (owners: string, more: Partial<Filed> = {}): Filed => ({ ...fund, ...fundOf(owners, more) });
  const first = { side: "buy", after: 1000 } as const;
  it.each<readonly [string, readonly Filed[]]>([
    ["the fund, its general partner and the partner's manager", [fund, like("2", { direct: false }), like("3", { direct: false })]],
    ["entities that all state it as direct", [fund, like("2"), like("3")]],
    ["a joint report and one of one of its owners", [like("1+2"), like("2", { direct: false, after: 5_000_000 })]],
    ["two joint reports with an owner in common", [like("1+2"), like("2+3")]],
    ["a manager of several funds, deemed to own the fund's shares", [fund, like("3", { direct: false, after: 9_000_000, deemed: true })]],
    ["the fund and its partner who is a director", [fund, like("4", { role: "director", direct: false })]],
    ["the fund and a director deemed to own its shares", [fund, like("4", { role: "director", direct: false, after: 4_100_000, deemed: true })]],
    ["two partners of one fund who are directors", ["4", "5"].map((owner) => like(owner, { role: "director", direct: false }))],
    ["a report that its owner filed twice", [fund, fund]],
    ["a first purchase of owners of ten percent", [fundOf("1", first), fundOf("2", first)]],
  ])("%s", (_, filed) => {
    const reports = filed.map(report);
    for (const order of [reports, [...reports].reverse()]) {
      const effective = effectiveOn(on, order);
      expect(effective.map(({ key }) => key)).toEqual([reports[0]!.key]);
      expect(effective[0]!.body.owners.map(({ cik }) => cik).sort()).toEqual([...new Set(filed.flatMap(({ owners }) => owners))].sort());
      expect(insidersIn(ownedTrades(effective, NO_DOUBTS, on, 30))).toBe(1);
    }
    expect(doubtsOf(...reports)).toBe(0);
  });

  it.each<readonly [string, readonly Filed[]]>([
    ["two directors with other holdings", [directorOf("1", { after: 5000 }), directorOf("2", { after: 8000 })]],
    ["two new directors who buy their first shares", [directorOf("1", first), directorOf("2", first)]],
    ["two directors with equal holdings", [directorOf("1", { after: 5000 }), directorOf("2", { after: 5000 })]],
    ["two directors without stated holdings", [directorOf("1"), directorOf("2")]],
    ["the second sale of an owner", [fundOf("1", { after: 5000 }), fundOf("1", { after: 4000 })]],
    ["a later sale of a joint report", [fundOf("1", { after: 5000 }), fundOf("1+2", { after: 4000 })]],
    ["an owner's shares and those of a trust", [directorOf("1", { after: 5000 }), directorOf("1", { after: 900, direct: false })]],
  ])("not trades of %s", (_, filed) => {
    const reports = filed.map(report);
    expect([countOf(...reports), doubtsOf(...reports)]).toEqual([2, 0]);
  });

  it.each<readonly [string, readonly Filed[]]>([
    ["owners of ten percent with other holdings", [fund, fundOf("2", { after: 3_000_000 })]],
    ["owners of ten percent without stated holdings", [fundOf("1"), fundOf("2")]],
    ["a director and a trust with equal first holdings", [directorOf("1", first), directorOf("2", { ...first, direct: false })]],
  ])("counts trades of %s separately, with the numbers in a doubt", (_, filed) => {
    const reports = filed.map(report);
    expect(countOf(...reports)).toBe(2);
    expect([...separateDoubts(effectiveOn(on, reports), byFiling).values()]).toEqual([
      expect.stringMatching(/1,?000 shares .* on 2025-06-10 .* Owner 1 and .* Owner [12].* afterwards/),
    ]);
  });

  it("on another day, at another price, of other shares or the other side is another", () => {
    for (const other of [{ traded: "2025-06-11" }, { price: 10.5 }, { shares: 999 }, { side: "buy" as const }])
      expect(countOf(report(fund), report(like("2", other)))).toBe(2);
  });

  it("counts from the first report's day, once before and after the others", () => {
    const [early, late] = [report(fund), report(like("2", { known: "2025-06-20" }))];
    for (const day of ["2025-06-12", "2025-06-20"]) expect(effectiveOn(day, [late, early]).map(({ key }) => key)).toEqual([early.key]);
  });

  it("an amendment of one report of a block replaces it in all", () => {
    const [own, other] = [report(fund), report(like("2", { direct: false }))];
    const amendment = (cik: string, price: number): Report => {
      const { body, ...row } = report(like(cik, { direct: cik === "1", price, known: "2025-06-20" }));
      return { ...row, body: { ...body, form: "4/A", original: "2025-06-12" } };
    };
    const pricesOf = (...reports: readonly Report[]): (number | null)[] =>
      effectiveOn(on, reports).flatMap(({ body }) => body.trades.map(({ price }) => price));
    expect(pricesOf(own, other, amendment("2", 11))).toEqual([11]);
    expect(pricesOf(own, other, amendment("1", 11), amendment("2", 11))).toEqual([11]);
    expect(pricesOf(own, other, amendment("1", 10))).toEqual([10]);
    expect(effectiveOn("2025-06-19", [own, other, amendment("2", 11)])).toMatchObject([{ key: own.key }]);
  });

  it("counts each chain once and each director, in any order and mixture", () => {
    const block = fc.constantFrom(1000, 250_000);
    const chain = fc.record({ size: fc.integer({ min: 1, max: 4 }), block, held: fc.integer({ min: 1, max: 9 }), joint: fc.boolean() });
    const director = fc.record({ shares: block, held: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.uniqueArray(chain, { maxLength: 3, selector: ({ block, held }) => `${block} ${held}` }), fc.array(director, { maxLength: 4 }), fc.infiniteStream(fc.nat()), (chains, directors, random) => {
        let cik = 0;
        const reports = [
          ...chains.flatMap(({ size, block, held, joint }) => {
            const of = Array.from({ length: size }, () => String(++cik));
            const filed = joint && size > 1 ? [of, ...of.slice(1).map((one) => [one])] : of.map((one) => [one]);
            return filed.map((owners, i) => report({ owners, role: "ten percent", shares: block, after: held * 10_000_000, direct: i === 0 }));
          }),
          ...directors.map(({ shares, held }) => report({ owners: [String(++cik)], role: "director", shares, after: held * 500 })),
        ];
        const shuffled = reports.map((one) => ({ one, at: random.next().value })).sort((a, b) => a.at - b.at).map(({ one }) => one);
        expect(countOf(...shuffled)).toBe(chains.length + directors.length);
        expect(effectiveOn(on, shuffled).map(({ key }) => key).sort()).toEqual(effectiveOn(on, reports).map(({ key }) => key).sort());
      }),
    ); // prettier-ignore
  });
});
