import type { Feeds } from "../store/feeds";
import { HOUR, type FamilyAnswer, type Evaluate } from "../answers/family";
import type { Context } from "../answers/context";
import { isInSampleYears } from "./sample-years";

/** Name of the operator's decision on sample data, stored with those on publishers. */
export const SAMPLE_SWITCH = "sample";

/** Sample data is on until the operator turns it off. */
export const isSampleOn = (feeds: Pick<Feeds, "decision">): boolean => feeds.decision(SAMPLE_SWITCH)?.enabled ?? true;

/** True if sample rows are shown: sample data is on and covers the clock's day. */
export const isSampleShown = ({ store, clock }: Context): boolean => isSampleOn(store.feeds) && isInSampleYears(clock.today());

/** The answer while sample data is off. */
export const WITHHELD = {
  short: "No published data is loaded, and sample data is off.",
  full: "No published data is loaded for this, and sample data is switched off. The service's operator can load it; this lists what is loaded: npm run data -- status",
};

/** Withholds answers that use any sample row. Reasons are withheld too, because they describe sample data. */
function withheld(answer: FamilyAnswer, context: Context): FamilyAnswer {
  if (!answer.sample || isSampleOn(context.store.feeds)) return answer;
  const absent = (answer.components ?? []).map((component) =>
    "absent" in component ? component : component.sample ? { name: component.name, absent: "no published data is loaded" } : component,
  );
  return {
    code: "not_loaded",
    reason: WITHHELD.short,
    explanation: WITHHELD.full,
    source: "sample",
    sample: false,
    max_age_s: HOUR,
    ...(absent.length > 0 ? { components: absent } : {}),
  };
}

/** Wraps a function so that it withholds sample data if the operator has turned it off. */
export const withSampleSwitch =
  (evaluate: Evaluate): Evaluate =>
  (args, context) =>
    withheld(evaluate(args, context), context);
