import type { FunctionName } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import { orList } from "../../contract/nearest";
import { forCell } from "../../contract/reason";
import { answering, NO_ROWS } from "../answers/answering";
import { DAY, type Evaluate, type EvaluateField } from "../answers/family";

/** Passes the field to a family, by default the first declared one. An undeclared field is a `bad_argument`. */
export function byField<N extends string>(fn: FunctionName, evaluate: EvaluateField<N>): Evaluate {
  const { parameters, fields } = declarationOf(fn);
  const [first = ""] = fields.map(({ name }) => name);
  const at = parameters.findIndex(({ name }) => name === "field");
  if (at < 0) return (args, context) => evaluate(args, context, first as N);
  const declared: ReadonlySet<string> = new Set(fields.map(({ name }) => name));
  return (args, context) => {
    const field = String(args[at] ?? first);
    if (declared.has(field)) return evaluate(args, context, field as N);
    return answering(NO_ROWS, DAY).reason("bad_argument", {
      short: forCell`${fn} has no field ${field}.`,
      full: `${fn} has no field "${field}". Use ${orList([...declared])}.`,
    });
  };
}
