import type { IsoDate } from "../../contract/dates";
import type { Context } from "../answers/context";
import type { Family } from "../answers/family";
import { isFamilyStale } from "../answers/maximum-age";

/** The published rows of a family. */
interface FamilyFreshness {
  /** Its series with published rows. */
  readonly series: number;
  /** Its series and names with published rows. */
  readonly names: number;
  /** The newest observation; undefined without published rows. */
  readonly newest: IsoDate | undefined;
  /** True if it is older than the family's maximum age. */
  readonly isStale: boolean;
}

/** How fresh the published rows of a family are. */
export function familyFreshness({ name, series = [], rows }: Family, context: Context): FamilyFreshness {
  const { store, clock } = context;
  const today = clock.today();
  const published = series.filter(store.observations.isPublished);
  const ofSeries = published.flatMap((id) => store.observations.latest(id, today, 1).map(({ date }) => ({ id, date })));
  const ofRows = rows?.newest(context);
  return {
    series: published.length,
    names: new Set([...published, ...(rows?.names(context) ?? [])]).size,
    newest: [...ofSeries.map(({ date }) => date), ...(ofRows ? [ofRows] : [])].sort().at(-1),
    isStale: isFamilyStale(name, ofSeries, ofRows, today),
  };
}
