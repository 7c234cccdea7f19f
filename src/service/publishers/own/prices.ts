import type { Close } from "../../records/equities";
import type { Publisher } from "../publisher";
import { readIsoDate, readNumber, refuseFile } from "../reading/text";
import { ownList, ownPublisher, readSymbol } from "./own-columns";

/** Closes in US dollars as traded, one line per symbol and day, optionally with the close adjusted for splits and dividends, and the volume in shares. */
const dailyCloses = ownList({
  id: "prices.daily",
  title: "your own daily prices",
  required: ["symbol", "date", "close"],
  optional: ["adjusted_close", "volume"],
  recognised: ["symbol", "close"],
  what: "price",
  rowOf: (cell, line) => {
    const entity = readSymbol(cell("symbol"), line);
    const date = readIsoDate(cell("date"), line);
    // A day without a close has no price.
    if (cell("close") === "") return undefined;
    const price = (name: string): number => {
      const value = readNumber(cell(name), name, line);
      if (value <= 0) refuseFile(`expected a price above 0 under ${name}, got ${value}; leave an unknown price blank`, line);
      return value;
    };
    const volume = cell("volume") === "" ? null : readNumber(cell("volume"), "volume", line);
    if (volume !== null && volume < 0) refuseFile(`expected a volume of 0 or more, got ${volume}`, line);
    const body: Omit<Close, "date"> & { readonly volume: number | null } = {
      close: price("close"),
      ...(cell("adjusted_close") === "" ? {} : { adjusted: price("adjusted_close") }),
      volume,
    };
    return { dataset: "price", entity, date, key: "", known: date, body, source: "user" };
  },
  twice: (_, { entity, date }) => `${entity} appears twice for ${date} with different prices; keep the right one`,
});

/** The operator's own prices. No publisher's prices may be redistributed without a licence. */
export const prices: Publisher = ownPublisher("prices", "Your own prices", [dailyCloses]);
