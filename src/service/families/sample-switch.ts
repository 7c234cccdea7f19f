import type { IsoDate } from "../../contract/dates";
import { answering, NO_ROWS, SAMPLE } from "../answers/answering";
import type { Context } from "../answers/context";
import { type Evaluate, type EvaluateField, type Family, type FamilyAnswer, type FamilyFunction, HOUR, type IsPublished } from "../answers/family";
import type { Decisions } from "../store/decisions";

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
      ? answering(SAMPLE, HOUR).reason("no_data_yet", {
          short: `Sample data covers ${YEARS} only.`,
          full: `No published data is loaded for this, and sample data covers ${YEARS} only; the service's date is ${context.clock.today()}. Use a service with another date, or ask its operator to load published data.`,
        })
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
        universe: (context) => (outside(context.clock.today()) ? null : (by.universe?.(context) ?? null)),
      },
    ]),
  ),
});

/** Name of the operator's decision on sample data, stored with those on publishers. */
export const SAMPLE_SWITCH = "sample";

/** Sample data is on until the operator turns it off. */
export const isSampleOn = (decisions: Pick<Decisions, "of">): boolean => decisions.of(SAMPLE_SWITCH)?.enabled ?? true;

/** True if sample rows are shown: sample data is on and covers the clock's day. */
export const isSampleShown = ({ store, clock }: Context): boolean => isSampleOn(store.decisions) && isInSampleYears(clock.today());

/** The answer while sample data is off. */
export const WITHHELD = {
  short: "No published data is loaded, and sample data is off.",
  full: "No published data is loaded for this, and sample data is switched off. The service's operator can load it; this lists what is loaded: npm run data -- status",
};

/** Withholds answers that use any sample row. Reasons are withheld too, because they describe sample data. */
function withheld(answer: FamilyAnswer, context: Context): FamilyAnswer {
  if (!answer.sample || isSampleOn(context.store.decisions)) return answer;
  const absent = (answer.components ?? []).map((component) =>
    "absent" in component ? component : component.sample ? { name: component.name, absent: "no published data is loaded" } : component,
  );
  return { ...answering(NO_ROWS, HOUR).reason("not_loaded", WITHHELD), ...(absent.length > 0 ? { components: absent } : {}) };
}

/** Wraps a function so that it withholds sample data if the operator has turned it off. */
export const withSampleSwitch =
  (evaluate: Evaluate): Evaluate =>
  (args, context) =>
    withheld(evaluate(args, context), context);
