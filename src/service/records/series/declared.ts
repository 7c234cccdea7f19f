import { ECONOMY } from "./economy";
import { MONEY_RATE_SERIES } from "./money-rates";
import type { DeclaredSeries } from "./declaration";
import { TREASURY_YIELDS } from "./treasury";

/** The curated macro series. The specification counts 52 and shows the ids of 50. `npm run generate` lists them for clients. */
export const DECLARED_SERIES: readonly DeclaredSeries[] = [...TREASURY_YIELDS, ...MONEY_RATE_SERIES, ...ECONOMY];

const byId = new Map(DECLARED_SERIES.map((one) => [one.id, one]));
/** The declaration of a curated series; undefined for any other. */
export const declaredSeries = (id: string): DeclaredSeries | undefined => byId.get(id);
