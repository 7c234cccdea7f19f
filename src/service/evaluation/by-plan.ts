import type { Argument } from "../../contract/arguments";
import type { FunctionName } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import { PLANS, type Plan } from "../../contract/plans";
import { answering, NO_ROWS } from "../answers/answering";
import { HOUR, type Reason } from "../answers/family";
import { memoized } from "../../contract/memoized";

/** The restricted fields of a function, with the plan that they need. */
const restrictedOf = memoized((fn: FunctionName) => {
  const { fields, parameters } = declarationOf(fn);
  const plans = new Map(fields.flatMap(({ name, plan }) => (plan === undefined ? [] : [[name as string, plan]])));
  return plans.size === 0 ? undefined : { fieldAt: parameters.findIndex(({ name }) => name === "field"), first: fields[0]?.name, plans };
});

/**
 * Why a key of this plan does not get an answer; undefined if it does. Asked wherever an answer leaves the service, before any cache: what families compute is
 * cached for the keys of all plans.
 *
 * @param plan The key's plan. Undefined for a command on this machine, which needs no key and gets every answer
 */
export function withheldByPlan(fn: FunctionName, args: readonly Argument[], plan: Plan | undefined): Reason | undefined {
  const restricted = plan === undefined ? undefined : restrictedOf(fn);
  if (plan === undefined || !restricted) return undefined;
  const field = String(args[restricted.fieldAt] ?? restricted.first);
  const needed = restricted.plans.get(field);
  if (needed === undefined || plan === needed || plan === "developer") return undefined;
  return answering(NO_ROWS, HOUR).reason("plan_required", {
    short: `This figure needs the ${PLANS[needed].title} plan.`,
    full: `${field} is served to keys of the ${PLANS[needed].title} plan, and this key is of the ${PLANS[plan].title} plan. Ask the service operator for another plan.`,
  });
}
