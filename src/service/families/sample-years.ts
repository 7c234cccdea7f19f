import type { IsoDate } from "../../contract/dates";
import { HOUR, type EvaluateField, type Family, type FamilyFunction, type IsPublished } from "../answers/family";

/** The years for which companies, markets and countries have sample rows. */
const FROM: IsoDate = "1970-01-01";
const TO: IsoDate = "2098-12-31";

const YEARS = `${FROM.slice(0, 4)} to ${TO.slice(0, 4)}`;

const outside = (today: IsoDate): boolean => today < FROM || today > TO;
/** True on a day for which sample rows of companies, markets and countries are generated. */
export const isInSampleYears = (today: IsoDate): boolean => !outside(today);

const bounded =
  (evaluate: EvaluateField, isPublished: IsPublished): EvaluateField =>
  (args, context, field) =>
    outside(context.clock.today()) && !isPublished(args, context)
      ? {
          code: "no_data_yet",
          reason: `Sample data covers ${YEARS} only.`,
          explanation: `No published data is loaded for this, and sample data covers ${YEARS} only; the service's date is ${context.clock.today()}. Use a service with another date, or ask its operator to load published data.`,
          source: "sample",
          sample: true,
          max_age_s: HOUR,
        }
      : evaluate(args, context, field);

const never: IsPublished = () => false;

/** Limits a family to the years of its sample rows, because a service may have any date. Published rows are not limited. */
export const withinSampleYears = (family: Family): Family => ({
  ...family,
  functions: Object.fromEntries(
    (Object.entries(family.functions) as [string, FamilyFunction][]).map(([name, by]): [string, FamilyFunction] => [
      name,
      {
        ...by,
        evaluate: bounded(by.evaluate, family.isPublished ?? never),
        universe: (context) => (outside(context.clock.today()) ? null : by.universe(context)),
      },
    ]),
  ),
});
