import type { CallName, Calls, Setup, ToThread } from "../calls";
import type { BookState } from "../spreadsheet-services";
import type { Outside } from "../thread-main";

const given = globalThis as { __outside?: Outside };
const outside = given.__outside!;
delete given.__outside;

export const setup = JSON.parse(outside.setup) as Setup;

let moment = setup.now;
/** Virtual time: it does not advance while the script computes. */
export const now = (): number => moment;

/** As Google's services throw: an error whose name is Exception. */
export function exception(message: string): Error {
  const error = new Error(message);
  error.name = "Exception";
  return error;
}

let lastWords = (): BookState => setup.book;
/** What the world keeps of the spreadsheet when the execution is ended from outside. */
export const onDeath = (state: () => BookState): void => {
  lastWords = state;
};

/** Calls the outside world and waits for its reply. */
export function ask<K extends CallName>(name: K, ...args: Parameters<Calls[K]>): ReturnType<Calls[K]> {
  const reply = JSON.parse(outside.ask(JSON.stringify({ kind: "call", call: { name, args } }))) as ToThread;
  moment = reply.now;
  // This one is not answered: the thread ends while it waits, so that no catch and no finally of the script sees it.
  if ("dead" in reply) outside.ask(JSON.stringify({ kind: "dead", book: lastWords() }));
  if ("refusal" in reply) throw exception(reply.refusal);
  return (reply as { value: unknown }).value as ReturnType<Calls[K]>;
}

export const runs = (invoke: () => string): void => {
  outside.invoke = invoke;
};
