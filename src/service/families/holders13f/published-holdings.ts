import type { Context } from "../../answers/context";
import type { PublishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";
import { listedTicker } from "./reported-holders";

const cache = untilImport<ReadonlySet<string>>();

/** The symbols of the CUSIPs in institutions' reports, from the list of fails to deliver and from the name that most institutions give. */
const symbols = (context: Context): ReadonlySet<string> =>
  new Set(context.store.institutions.securities().flatMap(({ cusip, ticker }) => [listedTicker(context, cusip) ?? [], ticker ?? []].flat()));

/** Institutions' holdings by symbol. Their newest day is a quarter end. */
export const publishedHoldings: PublishedRows = {
  names: (context) => cache(context, "", () => symbols(context)),
  newest: ({ store, clock }) => store.institutions.newestKnown(clock.today()),
};
