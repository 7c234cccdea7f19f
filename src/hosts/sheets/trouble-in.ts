import { errorOf, type Failure } from "../../core/failure";
import { failureIn, type Outcome } from "../../core/outcome";

/** Why an outcome brings no new answer; undefined if it does. A wrong argument is an answer: the cell shows it. */
export function troubleIn(outcome: Outcome): Failure | undefined {
  const failure = failureIn(outcome);
  return failure && errorOf(failure) === "#VALUE!" ? undefined : failure;
}
