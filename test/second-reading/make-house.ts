import fc from "fast-check";
import type { HouseTradeReading } from "../../src/second-reading/reading";
import { dayOf } from "../../src/second-reading/submission";
import type { Made } from "./made";

const ASSETS = [
  ["Apple Inc. - Common Stock", "AAPL"],
  ["Berkshire Hathaway Inc. New Common Stock", "BRK.B"],
  ["Alphabet Inc. - Class C Capital Stock", "GOOG"],
  ["ASML Holding N.V. - New York Registry Shares", "ASML"],
  ["S&P Global Inc. Common Stock", "SPGI"],
  ["3M Company Common Stock", "MMM"],
] as const;
const RANGES = [
  "$1,001 - $15,000",
  "$15,001 - $50,000",
  "$250,001 - $500,000",
  "$5,000,001 - $25,000,000",
  "$303,001",
  "$1.00",
  "Over $50,000,000",
  "Spouse/DC Over $1,000,000",
] as const;

const trade = fc.record({
  asset: fc.constantFrom(...ASSETS),
  code: fc.constantFrom("[ST]", "[OP]", ""),
  owner: fc.constantFrom("SP", "DC", "JT", ""),
  type: fc.constantFrom("P", "S", "S (partial)", "E"),
  // The last two are mistyped: after the notification, and in the year after the signature.
  days: fc.constantFrom(
    ["01/13/2025", "02/05/2025"],
    ["12/31/2024", "01/14/2025"],
    ["1/20/2025", "1/20/2025"],
    ["01/19/2025", "01/18/2025"],
    ["01/13/2026", "02/05/2025"],
  ),
  amount: fc.constantFrom(...RANGES),
  // The upper end stands on the next line.
  isWrapped: fc.boolean(),
  comment: fc.constantFrom(
    "",
    "D           : Purchased 50 call options with a strike price of $150.",
    "C     : Replaces trade of 01/12/2025 02/01/2025 $1,001 - $15,000",
  ),
  sub: fc.constantFrom("", "DG Trust"),
  box: fc.constantFrom("", "  gfedc", "  gfedcb"),
  status: fc.constantFrom("New", "Amended"),
});

const place = (parts: readonly (readonly [column: number, text: string])[]): string =>
  parts.reduce((line, [column, text]) => (text === "" ? line : `${line.padEnd(Math.max(column, line === "" ? 0 : line.length + 1))}${text}`), "").trimEnd();

/** Words in lines of at most 38 characters. */
function wrapped(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    const line = lines[last] ?? "";
    if (line !== "" && line.length + 1 + word.length > 38) lines.push(word);
    else lines[last] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

const HEAD = [
  place([
    [0, "ID"],
    [10, "Owner Asset"],
    [63, "Transaction Date"],
    [95, "Notification Amount"],
    [134, "Cap."],
  ]),
  place([
    [63, "Type"],
    [95, "Date"],
    [134, "Gains >"],
  ]),
  place([[134, "$200?"]]),
];

/** The text of a periodic transaction report, in the layout of `pdftotext -layout`. */
export const madeHouse: fc.Arbitrary<Made> = fc
  .record({ trades: fc.array(trade, { minLength: 1, maxLength: 6 }), breakAfter: fc.integer({ min: 0, max: 8 }), isSmall: fc.boolean() })
  .map(({ trades, breakAfter, isSmall }): Made => {
    // In the font of 2015 small capitals come out in the wrong case.
    const small = (text: string): string => (isSmall ? text.replace(/[AS]/g, (letter) => letter.toLowerCase()) : text);
    const lines = trades.flatMap(({ asset: [name, ticker], code, owner, type, days, amount, isWrapped, comment, sub, box, status }, i) => {
      const [low = "", high] = amount.split(" - ");
      const splits = isWrapped && high !== undefined;
      const asset = wrapped(`${name} (${ticker})${code === "" ? "" : ` ${code}`}`).map(small);
      const first = place([
        [10, small(owner)],
        [22, asset[0] ?? ""],
        [63, type === "S (partial)" ? type : small(type)],
        [81, days.join(" ")],
        [114, `${splits ? `${low} -` : amount}${box}`],
      ]);
      const below = Array.from({ length: Math.max(asset.length - 1, splits ? 1 : 0) }, (_, k) =>
        place([
          [22, asset[k + 1] ?? ""],
          [114, splits && k === 0 ? (high ?? "") : ""],
        ]),
      );
      const labels = [
        place([[22, isSmall ? `FIlINg sTaTus: ${status}` : `F      S      : ${status}`]]),
        ...(sub === "" ? [] : [place([[22, `S           O : ${sub}`]])]),
        ...(comment === "" ? [] : [place([[22, comment]])]),
      ];
      return [first, ...(i === breakAfter ? [`\f${HEAD[0] ?? ""}`, ...HEAD.slice(1)] : []), ...below, ...labels, "", ""];
    });
    const text = [
      `${" ".repeat(120)}Filing ID #20090500`,
      "",
      "                          P                               T                                          R",
      "              Clerk of the House of Representatives • Legislative Resource Center • B81 Cannon Building • Washington, DC 20515",
      "",
      "F         I",
      "Name:                Hon. Jane Sample",
      "Status:              Member",
      "State/District: CA99",
      "",
      "T",
      ...HEAD,
      "",
      ...lines,
      "* For the complete list of asset type abbreviations, please visit https://fd.house.gov/reference/asset-type-codes.aspx.",
      "",
      "I            P             O",
      "     Yes     No",
      "",
      "C                                  S",
      "    I CERTIFY that the statements I have made on the attached Periodic Transaction Report are true, complete, and correct to the best of",
      "my knowledge and belief.",
      "",
      "Digitally Signed: Hon. Jane Sample , 02/10/2025",
      "",
    ].join("\n");
    const states = trades.map(({ asset: [name, ticker], code, owner, type, days, amount, sub, status }): Partial<HouseTradeReading> => {
      const [low, high = amount.includes("Over") ? undefined : low] = amount
        .split(" - ")
        .map((part) => Number(part.replace(/[^\d.]/g, "")) + (part.includes("Over") ? 1 : 0));
      return {
        kind: "house trade",
        owner: owner || undefined,
        asset: small(`${name} (${ticker})${code === "" ? "" : ` ${code}`}`),
        ticker,
        type,
        traded: dayOf(days[0]) ?? "",
        notified: dayOf(days[1]) ?? "",
        low,
        high,
        subHolding: sub || undefined,
        status,
      };
    });
    return { publisher: "house", name: "20090500.txt", text, states };
  });
