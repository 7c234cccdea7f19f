import {
  ASSETS,
  BANK_AREAS,
  COUNTRY_CODES,
  CURATED_SERIES,
  FILING_FIGURES,
  MONEY_RATES,
  PERPETUAL_FUTURES,
  SIGNALS,
  STATEMENT_ITEMS,
  TENOR_NAMES,
} from "./choices";
import type { Vocabulary } from "./choices";

interface Listed {
  /** Its noun in a message: "expected a curated series such as DGS10". */
  readonly what: string;
  /** True if it is in upper case on the wire. */
  readonly upper: boolean;
  readonly vocabulary: Vocabulary;
}

/** The kinds of names with a known list. `service/names/resolve.ts` resolves each. */
export const LISTED_NAMES = {
  series: { what: "a curated series", upper: true, vocabulary: CURATED_SERIES },
  tenor: { what: "a tenor", upper: true, vocabulary: TENOR_NAMES },
  money_rate: { what: "a money-market rate", upper: true, vocabulary: MONEY_RATES },
  central_bank: { what: "a central bank's country", upper: true, vocabulary: BANK_AREAS },
  economy: { what: "a country", upper: true, vocabulary: COUNTRY_CODES },
  asset: { what: "an asset", upper: true, vocabulary: ASSETS },
  perpetual: { what: "a perpetual", upper: true, vocabulary: PERPETUAL_FUTURES },
  filing_metric: { what: "a metric", upper: false, vocabulary: FILING_FIGURES },
  statement_item: { what: "a statement line", upper: false, vocabulary: STATEMENT_ITEMS },
  signal_type: { what: "a signal type", upper: false, vocabulary: SIGNALS },
} as const satisfies Readonly<Record<string, Listed>>;

export type ListedName = keyof typeof LISTED_NAMES;
/** The kinds of names without a list. */
export type OpenName = "ticker" | "ticker_or_coin" | "ticker_or_words" | "any_name" | "market" | "keyword";
export type NameKind = ListedName | OpenName;
