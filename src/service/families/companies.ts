import { confluence } from "./confluence/confluence";
import { congress } from "./congress/congress";
import type { Family } from "../answers/family";
import { fundamentals } from "./fundamentals/fundamentals";
import { gamma } from "./gamma/gamma";
import { holders13f } from "./holders13f/holders13f";
import { insider } from "./insider/insider";
import { offerings } from "./offerings/offerings";
import { prices } from "./prices/prices";
import { relativeValue } from "./relative-value/relative-value";
import { shortInterest } from "./short-interest/short-interest";
import { signals } from "./signals/signals";
import { smartMoney } from "./smart-money/smart-money";

/** The families that answer about companies and their shares. */
export const COMPANY_FAMILIES: readonly Family[] = [
  prices, signals, smartMoney, confluence, holders13f, shortInterest, insider, congress, gamma, fundamentals, relativeValue, offerings,
]; // prettier-ignore
