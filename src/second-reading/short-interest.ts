import { dayOf } from "./submission";
import type { ShortInterestReading } from "./reading";

/** The columns that are read, by FINRA's names. */
const NEEDED = ["symbolCode", "currentShortPositionQuantity", "settlementDate"];

/** The lines of a FINRA consolidated short-interest file: separated by vertical bars, the first line names the columns. An unreadable line is none. */
export function readShortInterest(text: string): ShortInterestReading[] {
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = head.split("|").map((name) => name.trim());
  if (!NEEDED.every((name) => names.includes(name))) return [];
  return lines.flatMap((line, i): ShortInterestReading[] => {
    const cells = line.split("|");
    const cell = (name: string): string => (cells[names.indexOf(name)] ?? "").trim();
    const number = (name: string): number | undefined => {
      const digits = cell(name).replace(/,/g, "");
      return /^-?\d*\.?\d+$/.test(digits) ? Number(digits) : undefined;
    };
    const short = number("currentShortPositionQuantity");
    const settlement = dayOf(cell("settlementDate"));
    const symbol = cell("symbolCode");
    if (short === undefined || settlement === undefined || symbol === "") return [];
    return [
      {
        kind: "short interest",
        symbol: symbol.toUpperCase().replace(/[/ -]/g, "."),
        settlement,
        name: cell("issueName"),
        short,
        previous: number("previousShortPositionQuantity"),
        averageVolume: number("averageDailyVolumeQuantity"),
        daysToCover: number("daysToCoverQuantity"),
        changePercent: number("changePercent"),
        revised: cell("revisionFlag") !== "",
        line: i + 2,
      },
    ];
  });
}
