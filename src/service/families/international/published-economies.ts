import type { IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import type { PublishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";

/** Series with the country in their id: `ECON.gdp.US`, `ECON.cpi.DE.2015`, and the policy rates of CBRATE: `CBPOL.US`. */
const SERIES_OF_ECONOMY = /^(?:ECON\.[^.]+|CBPOL)\.([^.]+)/;

interface Published {
  readonly areas: ReadonlySet<string>;
  readonly newest: IsoDate | undefined;
}

const cache = untilImport<Published>();

function read({ store: { observations }, clock }: Context): Published {
  const areas = new Set<string>();
  let newest: IsoDate | undefined;
  for (const series of observations.series()) {
    const [, area] = SERIES_OF_ECONOMY.exec(series) ?? [];
    if (area === undefined) continue;
    areas.add(area);
    const last = observations.latest(series, clock.today(), 1)[0]?.date;
    if (last !== undefined && (newest === undefined || last > newest)) newest = last;
  }
  return { areas, newest };
}

const published = (context: Context): Published => cache(context, "", () => read(context));

/** Countries and country groups with any published series. */
export const publishedEconomies: PublishedRows = { names: (context) => published(context).areas, newest: (context) => published(context).newest };
