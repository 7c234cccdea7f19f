import type { Reply } from "../../../core/host";
import { FileRefusal } from "../../../workbook/xlsx/file-refusal";
import { UsageError } from "../../io";
import type { BookTasks } from "./book-tasks";

/** An error as a thread sends it. */
export function sentError(e: unknown): Thrown {
  if (!(e instanceof Error)) return { is: "other", message: String(e) };
  const { message, stack } = e;
  const { code, path, syscall } = e as NodeJS.ErrnoException;
  const is = e instanceof FileRefusal ? "refusal" : e instanceof UsageError ? "usage" : "other";
  return { is, message, stack, ...(code === undefined ? {} : { system: { code, path, syscall } }) };
}

/** The error that a thread has sent. */
export function receivedError({ is, message, stack, system }: Thrown): Error {
  if (is === "refusal") return new FileRefusal(message);
  if (is === "usage") return new UsageError(message);
  return Object.assign(new Error(message), system, stack === undefined ? {} : { stack });
}

/** A task for a thread, by name. */
export type TaskName = keyof BookTasks;
export type Given<N extends TaskName> = Parameters<BookTasks[N]>[0];
export type TaskResult<N extends TaskName> = Awaited<ReturnType<BookTasks[N]>>;

/** From the process to the thread: a task, or the reply to a request that the thread has sent. */
export type ToThread =
  | { readonly [N in TaskName]: { readonly kind: "task"; readonly task: N; readonly given: Given<N>; readonly shown: boolean } }[TaskName]
  | { readonly kind: "reply"; readonly id: number; readonly reply: Reply };

/** An error, which loses its class on the way. */
export interface Thrown {
  readonly is: "refusal" | "usage" | "other";
  readonly message: string;
  readonly stack?: string | undefined;
  /** Of an error of the file system. */
  readonly system?: { readonly code: string | undefined; readonly path: string | undefined; readonly syscall: string | undefined } | undefined;
}

/** From the thread to the process. */
export type FromThread =
  | { readonly kind: "send"; readonly id: number; readonly body: string }
  | { readonly kind: "abort"; readonly id: number }
  /** A calculation begins, of a book with these sheets. */
  | { readonly kind: "calculates"; readonly sheets: readonly string[] }
  | { readonly kind: "answered"; readonly answered: number; readonly asked: number }
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "failed"; readonly thrown: Thrown };

/** What is in the memory that both share, by index: it is read while the thread is busy. The sheet counts from 1; 0 is outside of formulas. */
export const STATE = { asked: 0, answered: 1, sheet: 2, row: 3, column: 4 } as const;
