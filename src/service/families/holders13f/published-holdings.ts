import type { Context } from "../../answers/context";
import type { PublishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";

const cache = untilImport<ReadonlySet<string>>(4);

/** The symbols of the CUSIPs in institutions' reports, from the list of fails to deliver and from the name that most institutions give. */
function symbols({ store: { institutions, records } }: Context): ReadonlySet<string> {
  const tickerOf = new Map(institutions.securities().map((s) => [s.cusip, s.ticker]));
  const found = new Set([...tickerOf.values()].filter((ticker) => ticker !== undefined));
  if (tickerOf.size === 0) return found;
  for (const { entity, body } of records.across<{ readonly cusip: string }>("security", "0001-01-01", "9999-12-31", "9999-12-31"))
    if (tickerOf.has(body.cusip)) found.add(entity);
  return found;
}

/** Institutions' holdings by symbol. Their newest day is a quarter end. */
export const publishedHoldings: PublishedRows = {
  names: (context) => cache(context, "", () => symbols(context)),
  newest: ({ store, clock }) => store.institutions.newestKnown(clock.today()),
};
