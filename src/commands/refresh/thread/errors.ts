import { FileRefusal } from "../../../workbook/xlsx/file-refusal";
import { UsageError } from "../../io";
import type { Thrown } from "./protocol";

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
