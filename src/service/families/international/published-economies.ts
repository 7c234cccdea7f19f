import type { IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import type { PublishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";

/** `ECON.gdp.US`, `ECON.cpi.DE.2015`, and policy rates, which CBRATE reads too: `CBPOL.US`. */
const SERIES_OF_AREA = /^(?:ECON\.[^.]+|CBPOL)\.([^.]+)/;

interface Published {
  readonly areas: ReadonlySet<string>;
  readonly newest: IsoDate | undefined;
}

const kept = untilImport<Published>(4);

function read({ store: { observations }, clock }: Context): Published {
  const areas = new Set<string>();
  let newest: IsoDate | undefined;
  for (const series of observations.series()) {
    const [, area] = SERIES_OF_AREA.exec(series) ?? [];
    if (area === undefined) continue;
    areas.add(area);
    const last = observations.latest(series, clock.today(), 1)[0]?.date;
    if (last !== undefined && (newest === undefined || last > newest)) newest = last;
  }
  return { areas, newest };
}

const published = (context: Context): Published => kept(context, "", () => read(context));

/** The countries and areas that any published figure is of. */
export const publishedEconomies: PublishedRows = { names: (context) => published(context).areas, newest: (context) => published(context).newest };
