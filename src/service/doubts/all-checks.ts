import { CONGRESS_CHECKS } from "./congress";
import type { DoubtCheck } from "./doubt-check";
import { EQUAL_CHECKS, POSITION_CHECKS, TABLE_CHECKS } from "./holdings";
import { INSIDER_TRADE_CHECKS } from "./insider-trades";
import { OFFERING_CHECKS } from "./offering";
import { SHORT_INTEREST_CHECKS, SHORT_VOLUME_CHECKS } from "./short-interest";
import { STATEMENT_CHECKS } from "./statements";

type ListedCheck = Pick<DoubtCheck<never>, "figure" | "bound">;

/** All checks by what they are about, for docs/doubts.md. */
export const ALL_CHECKS: readonly { readonly title: string; readonly checks: readonly ListedCheck[] }[] = [
  { title: "Statements", checks: STATEMENT_CHECKS },
  { title: "Institutions' holdings (13F)", checks: [...TABLE_CHECKS, ...EQUAL_CHECKS, ...POSITION_CHECKS] },
  { title: "Insiders' trades (Forms 4 and 5)", checks: INSIDER_TRADE_CHECKS },
  { title: "Short interest and short volume", checks: [...SHORT_INTEREST_CHECKS, ...SHORT_VOLUME_CHECKS] },
  { title: "Trades of members of Congress", checks: CONGRESS_CHECKS },
  { title: "Offerings", checks: OFFERING_CHECKS },
];
