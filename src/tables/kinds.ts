import type { TableKind } from "./kind";
import { CALENDAR } from "./kinds/calendar";
import { CHANGES } from "./kinds/changes";
import { CONGRESS } from "./kinds/congress";
import { CURVE } from "./kinds/curve";
import { HISTORY } from "./kinds/history";
import { HOLDERS } from "./kinds/holders";
import { INSIDER_TRADES } from "./kinds/insider-trades";
import { DAILY_PRICES } from "./kinds/prices";
import { SCREENER } from "./kinds/screener";
import { SHORT_INTEREST } from "./kinds/short-interest";
import { STATEMENTS } from "./kinds/statements";
import { WHALES } from "./kinds/whales";

/** All kinds of tables, in the order of the menu. */
export const TABLE_KINDS: readonly TableKind[] = [
  HISTORY,
  DAILY_PRICES,
  STATEMENTS,
  CURVE,
  SHORT_INTEREST,
  HOLDERS,
  INSIDER_TRADES,
  CONGRESS,
  SCREENER,
  CALENDAR,
  WHALES,
  CHANGES,
];

/** The kind with this id; undefined for one of a later version. */
export const kindOf = (id: string): TableKind | undefined => TABLE_KINDS.find((kind) => kind.id === id);
