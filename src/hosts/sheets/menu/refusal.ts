import { WorkbookRefusal } from "../../../workbook/workbook-refusal";

/** A user's request cannot be done; the message says why and what to do. */
export class MenuRefusal extends Error {}

/** The message of anything thrown; Google's exceptions are not always `Error`s. */
export const messageOf = (e: unknown): string => {
  const { message } = (typeof e === "object" && e !== null ? e : {}) as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : String(e);
};

/** A message for the user for anything thrown; never a stack trace. */
export function sentenceOf(e: unknown): string {
  if (e instanceof MenuRefusal || e instanceof WorkbookRefusal) return e.message;
  const said = messageOf(e)
    .replace(/^Exception:\s*/, "")
    .replace(/[.\s]+$/, "");
  return `Google Sheets stopped this: ${said}. Try again in a minute; if this persists, contact the person who set up this script.`;
}
