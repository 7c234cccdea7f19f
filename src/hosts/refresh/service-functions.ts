import type { Failure } from "../../core/failure";
import type { CustomFunction } from "../../engine/calls/custom-functions";
import type { FunctionMetadata } from "../../engine/calls/function-help";
import { functions } from "../../functions/index";
import { UnansweredCall } from "./to-book-cell";

/** The functions. Each call that the service did not answer is passed to `failed`, with the cell's address. */
export const reportingFailures = (failed: (address: string, failure: Failure) => void): ReadonlyMap<string, CustomFunction> =>
  new Map(
    Object.entries(functions).map(([id, fn]) => [
      id.toUpperCase(),
      (...args) => {
        const { address } = args.at(-1) as { readonly address: string };
        const note = (e: unknown): never => {
          if (e instanceof UnansweredCall) failed(address, e.failure);
          throw e;
        };
        try {
          const given: unknown = fn(...args);
          return given instanceof Promise ? given.catch(note) : given;
        } catch (e) {
          return note(e);
        }
      },
    ]),
  );
/** Every parameter takes one value of any type; the last one is the invocation. */
export const metadata: readonly FunctionMetadata[] = Object.entries(functions).map(([id, fn]) => ({
  id,
  name: id,
  parameters: Array.from({ length: fn.length - 1 }, (_, i) => ({ name: `argument ${i + 1}`, type: "any", optional: true })),
}));
