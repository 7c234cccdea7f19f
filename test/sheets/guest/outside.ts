import type { CalculatedCell, CallName, Calls, Setup, ToThread } from "../calls";
import type { BookState } from "../spreadsheet-services";
import type { Outside } from "../thread-main";

const given = globalThis as { __outside?: Outside };
const outside = given.__outside!;
delete given.__outside;

export const setup = JSON.parse(outside.setup) as Setup;

let moment = setup.now;
/** Virtual time: it does not advance while the script computes. */
export const now = (): number => moment;

/** Thrown as Google's services do: an error named Exception. */
export function exception(message: string): Error {
  const error = new Error(message);
  error.name = "Exception";
  return error;
}

let lastWords = (): BookState => setup.book;
/** State of the spreadsheet that remains if the execution is terminated. */
export const onDeath = (state: () => BookState): void => {
  lastWords = state;
};

let take: (cells: readonly CalculatedCell[]) => void = () => undefined;
/** What to do with cells that Sheets has calculated while the script ran. */
export const onCalculated = (work: (cells: readonly CalculatedCell[]) => void): void => {
  take = work;
};

/** Calls the outside and waits for its reply. */
export function ask<K extends CallName>(name: K, ...args: Parameters<Calls[K]>): ReturnType<Calls[K]> {
  const reply = JSON.parse(outside.ask(JSON.stringify({ kind: "call", call: { name, args } }))) as ToThread;
  moment = reply.now;
  take(reply.calculated ?? []);
  // This call gets no reply. The thread ends while it waits, so that no catch or finally of the script runs.
  if ("dead" in reply) outside.ask(JSON.stringify({ kind: "dead", book: lastWords() }));
  if ("refusal" in reply) throw exception(reply.refusal);
  return (reply as { value: unknown }).value as ReturnType<Calls[K]>;
}

export const runs = (invoke: () => string): void => {
  outside.invoke = invoke;
};
