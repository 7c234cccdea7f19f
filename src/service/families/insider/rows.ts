import type { IsoDate } from "../../../contract/dates";

/** One open-market transaction of an insider as filed on Form 4. Value in US dollars. */
export interface InsiderTrade {
  readonly traded: IsoDate;
  readonly filed: IsoDate;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly value: number;
  readonly role: string;
}
