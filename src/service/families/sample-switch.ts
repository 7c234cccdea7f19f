import type { Feeds } from "../store/feeds";
import { HOUR, type Answer, type Evaluate } from "../answers/family";
import type { Context } from "../answers/context";

/** How the operator's decision on sample data is named, beside those on publishers. */
export const SAMPLE_SWITCH = "sample";

/** Sample data is on until the operator turns it off. */
export const isSampleOn = (feeds: Pick<Feeds, "decision">): boolean => feeds.decision(SAMPLE_SWITCH)?.enabled ?? true;

/** Why there is nothing while sample data is off. */
export const WITHHELD = {
  short: "No published data is loaded, and sample data is off.",
  full: "No published data is loaded for this, and sample data is switched off. The service's operator can load it; this lists what is loaded: npm run data -- status",
};

/** An answer that any generated row went into is withheld, its reasons too: they were said of data that nobody published. */
function withheld(answer: Answer, context: Context): Answer {
  if (!answer.sample || isSampleOn(context.store.feeds)) return answer;
  const absent = (answer.components ?? []).map((component) =>
    "absent" in component ? component : component.sample ? { name: component.name, absent: "nothing published is loaded" } : component,
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

/** The same function, which serves nothing generated where the operator has switched that off. */
export const withSampleSwitch =
  (evaluate: Evaluate): Evaluate =>
  (args, context) =>
    withheld(evaluate(args, context), context);
