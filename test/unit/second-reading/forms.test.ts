import { unitOf } from "../../../src/second-reading/holdings";
import { isCommon, isImpossible, symbolsTyped } from "../../../src/second-reading/ownership";
import type { HoldingReading, TransactionReading } from "../../../src/second-reading/reading";
import { readAgain } from "../../../src/second-reading/read-again";
import { allNamed, numberOf, readElements, elementText } from "../../../src/second-reading/xml";

test("reads elements with their lines, without prefixes, comments and missing ends", () => {
  const xml = readElements("<?xml version='1.0'?>\n<n1:a x='>'><!-- <b>9</b> -->\n<n1:b><value> 1,200 </value></n1:b>\n<b>AT&amp;T<c/></b><d>2</n1:a>");
  const [a] = xml.children;
  expect(a && allNamed(a, "b").map(({ line, text }) => [line, text.trim()])).toEqual([
    [3, ""],
    [4, "AT&T"],
  ]);
  expect([numberOf(xml, "b"), elementText(xml, "d"), elementText(xml, "c"), elementText(xml, "missing")]).toEqual([1_200, "2", undefined, undefined]);
});

test("reads all symbols that an issuer's line names", () => {
  const read = ["BRK.A, BRK.B", "BF-A BF-B", "BRK B", "NYSE: IBM", "IBM (TSX)", "IBM US", "EXM; EXM WS", "made", "N/A", "NONE"].map((text) =>
    symbolsTyped(text).join(" "),
  );
  expect(read).toEqual(["BRK.A BRK.B", "BF.A BF.B", "BRK.B", "IBM", "IBM", "IBM", "EXM EXM.WS", "MADE", "", ""]);
});

test("judges the unit of a 13F table by the day of filing and the price of a share", () => {
  const table = (...lines: readonly (readonly [typedValue: number, amount: number])[]): HoldingReading[] =>
    lines.map(([typedValue, amount], i) => ({ kind: "holding", accession: "", cusip: `${i}`, issuer: "", typedValue, amount, isShares: true }));
  expect(unitOf("2023-02-14", table([46_871, 100], [12_993, 100_000]))).toBeUndefined();
  expect(unitOf("2023-02-14", table([230_054, 1_733_777], [12_993, 100_000], [66_793, 383_127], [58_769, 33_532]))).toBe("thousands");
  expect(unitOf("2026-05-14", table([17_100_000, 17_100_000]))).toBeUndefined();
  expect(unitOf("2026-05-14", table([30_000, 100_000], [25_000_000, 100_000]))).toBeUndefined();
  expect(unitOf("2026-05-14", table([48_000_000, 100_000], [25_000_000, 100_000]))).toBe("dollars");
  expect(unitOf("2021-02-12", table([230_054, 1_733_777], [66_793, 38_127]))).toBe("thousands");
  expect(unitOf("2021-02-12", table([190_000, 10], [410_000, 10], [140_000, 10]))).toBe("dollars");
});

test("knows impossible lines of a Form 4 and titles of other securities", () => {
  const line: TransactionReading = {
    kind: "transaction",
    date: "2025-06-10",
    code: "S",
    disposed: true,
    shares: 10,
    price: 1,
    security: "Class A Common Stock",
  };
  expect([line, { ...line, disposed: false }, { ...line, shares: 0 }, { ...line, code: "P" }].map((one) => isImpossible(one))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(["2025-06-12", "2025-06-09"].map((filed) => isImpossible(line, filed))).toEqual([false, true]);
  const titles = [
    "Common Stock, par value $0.001",
    "",
    "6.50% Series A Cumulative Preferred Stock",
    "7.00% Senior Notes due 2030",
    "Common Stock Warrants",
    "Operating Partnership Units",
  ];
  expect(titles.map((security) => isCommon({ ...line, security }))).toEqual([true, true, false, false, false, false]);
  const shares = ["Common Stock and Preferred Share Purchase Rights", "Common Shares of Beneficial Interest", "Common Units"];
  expect(shares.map((security) => isCommon({ ...line, security }))).toEqual([true, true, true]);
});

test("reads nothing from a document of another kind", () => {
  for (const text of ["", "Date|Symbol|ShortVolume\n", "{}", "<html></html>", "%PDF-1.4"]) expect(readAgain(new TextEncoder().encode(text))).toEqual([]);
});

test("does not read a House report whose text has no columns", () => {
  const text = "Filing ID #20030001\nClerk of the House of Representatives\nID Owner Asset Transaction Date Notification Amount\n";
  expect(readAgain(new TextEncoder().encode(text))).toBeUndefined();
});
