import { type FunctionName, functionSpec } from "../contract/functions";
import type { Call, Evaluator } from "./ask";
import type { CallLog, LoggedCall } from "./call-log";
import type { Caller } from "./calls/waiters";
import type { Client } from "./client";
import { errorOf, type Failure } from "./failure";
import { type Answer, failed, type Held, type Outcome } from "./outcome";
import { type Question, type Read, readPathQuestion, readQuestion } from "./question";

/**
 * The arguments of a call in an Excel that passes an empty cell as 0: a 0 that comes from a cell is null, where 0 cannot be meant. A typed 0 stays. Whether the
 * cell is empty or holds 0 cannot be told there.
 *
 * @param fn undefined for `SERVICE(entity, path)`
 */
function withEmptyCells(fn: FunctionName | undefined, args: readonly unknown[], { parameterAddresses }: Call): readonly unknown[] {
  if (!parameterAddresses || !args.includes(0)) return args;
  const parameters = fn === undefined ? [] : functionSpec(fn).parameters;
  return args.map((value, i) => {
    const parameter = parameters[i];
    const canBeZero = parameter?.kind === "integer" && parameter.min <= 0;
    return value === 0 && parameterAddresses[i] && !canBeZero ? null : value;
  });
}

/** How a host writes each outcome into a cell. `failure` may throw if the host shows thrown errors. */
export interface CellWriter<T> {
  answer(answer: Answer, stale: Failure | undefined): T;
  failure(error: "#N/A" | "#VALUE!", failure: Failure): T;
  /** Held value, unchanged. */
  held(held: Held, stale: Failure): T;
  noKey(failure: Failure): T;
  errorIn(error: string, original: unknown): T;
}

export function write<T>(writer: CellWriter<T>, outcome: Outcome): T {
  switch (outcome.kind) {
    case "answer":
      return writer.answer(outcome.answer, outcome.stale);
    case "failure":
      return writer.failure(errorOf(outcome.failure), outcome.failure);
    case "held":
      return writer.held(outcome.held, outcome.stale);
    case "no_key":
      return writer.noKey(outcome.failure);
    case "error_in":
      return writer.errorIn(outcome.error, outcome.original);
  }
}

type Conclude<T> = (question: Question, noted: LoggedCall | undefined, outcome: Outcome) => T;

/** A call that waits for its answer. */
class WaitingCall<T> implements Caller {
  readonly cell: Promise<T>;
  private resolve!: (cell: T | Promise<T>) => void;

  constructor(
    private readonly conclude: Conclude<T>,
    private readonly question: Question,
    private readonly noted: LoggedCall | undefined,
  ) {
    this.cell = new Promise<T>((resolve) => {
      this.resolve = resolve;
    });
  }

  settle(outcome: Outcome): void {
    try {
      this.resolve(this.conclude(this.question, this.noted, outcome));
    } catch (e) {
      // Not the promise's own reject: 100,000 waiting calls would keep one each.
      this.resolve(Promise.reject(e as Error));
    }
  }
}

/**
 * Answers calls of cells. Wrong arguments and cached answers return a plain value, because a promise makes the cell flash #BUSY!. Everything else returns a
 * promise that always settles.
 *
 * @param emptyCellsAreZero true in an Excel that passes an empty cell as 0
 */
export function createEvaluator<T>(
  client: Pick<Client, "atOnce" | "request" | "peek">,
  writer: CellWriter<T>,
  callLog?: CallLog,
  emptyCellsAreZero = (): boolean => false,
): Evaluator {
  function conclude(question: Question, noted: LoggedCall | undefined, outcome: Outcome): T {
    // A cancelled call says nothing about the cell: a later one may have answered it already.
    if (noted && (outcome.kind !== "failure" || outcome.failure.code !== "cancelled"))
      callLog?.recordAnswer(noted, question, outcome.kind === "answer" ? outcome.answer : undefined);
    return write(writer, outcome);
  }

  function evaluate(read: Read, call: Call): T | Promise<T> {
    const noted = call.isInValuePreview ? undefined : callLog?.record(call.address, "question" in read ? read.question : undefined);
    if ("outcome" in read) return write(writer, read.outcome);
    const { question } = read;
    // The formula bar calls functions while the user types: read the cache, send nothing.
    if (call.isInValuePreview) return write(writer, client.peek(question, { anyAge: true }) ?? failed({ code: "preview" }));

    const atOnce = client.atOnce(question, call.address);
    if (atOnce) return conclude(question, noted, atOnce);
    const waiting = new WaitingCall(conclude, question, noted);
    call.onCanceled = client.request(question, waiting, call.address);
    return waiting.cell;
  }

  const given = (fn: FunctionName | undefined, args: readonly unknown[], call: Call): readonly unknown[] =>
    emptyCellsAreZero() ? withEmptyCells(fn, args, call) : args;
  return {
    ask: (fn, args, call) => evaluate(readQuestion(fn, given(fn, args, call)), call),
    askPath: (args, call) => {
      const [entity, path, ...more] = given(undefined, args, call);
      return evaluate(readPathQuestion(entity, path, ...more), call);
    },
  };
}
