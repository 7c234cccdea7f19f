import type { IsoDate } from "../../contract/dates";

/** First day of sample data of coins. */
const COVERED_FROM: IsoDate = "2020-01-01";

/** First day of trading of coins that are younger than that, from general knowledge. */
const FIRST_TRADED: Readonly<Record<string, IsoDate>> = {
  SOL: "2020-04-10", DOT: "2020-08-19", UNI: "2020-09-17", AVAX: "2020-09-22", AAVE: "2020-10-03", NEAR: "2020-10-14", FIL: "2020-10-15", INJ: "2020-10-21", ICP: "2021-05-10",
  TON: "2021-08-27", OP: "2022-05-31", APT: "2022-10-19", ARB: "2023-03-23", PEPE: "2023-04-17", SUI: "2023-05-03", SEI: "2023-08-15", TIA: "2023-10-31", WIF: "2023-12-01",
  HYPE: "2024-11-29",
}; // prettier-ignore

/** First day with sample data of a coin. */
export const coinSince = (symbol: string): IsoDate => FIRST_TRADED[symbol] ?? COVERED_FROM;
