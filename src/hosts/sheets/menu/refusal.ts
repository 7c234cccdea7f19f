import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { BASE_URL, readKey } from "../credentials";

/** Message if the script was built without an address. */
export const NO_ADDRESS_WORDS = "This script has no service address. Build it with npm run sheets:build -- --base-url https://… and push it again.";

/** Throws a `MenuRefusal` if the user has no key or the script no address. */
export function keyNeeded(): void {
  if (BASE_URL === undefined) throw new MenuRefusal(NO_ADDRESS_WORDS);
  if (readKey() === undefined)
    throw new MenuRefusal("Nothing was changed, because this needs your own key. Save it under SERVICE, Open sidebar, Account, or have the owner do this.");
}

/** A user's request cannot be done; the message says why and what to do. */
export class MenuRefusal extends Error {
  /** @param isTaken true if nothing was written because cells hold something */
  constructor(
    message: string,
    readonly isTaken = false,
  ) {
    super(message);
  }
}

/** The message of anything thrown; Google's exceptions are not always `Error`s. */
export const messageOf = (e: unknown): string => {
  const { message } = (typeof e === "object" && e !== null ? e : {}) as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : String(e);
};

/** The message of Google's exception, as a part of a sentence. */
export const googleSaid = (e: unknown): string =>
  messageOf(e)
    .replace(/^Exception:\s*/, "")
    .replace(/[.\s]+$/, "");

/** A message for the user for anything thrown; never a stack trace. */
export function sentenceOf(e: unknown): string {
  if (e instanceof MenuRefusal || e instanceof WorkbookRefusal) return e.message;
  return `Google Sheets stopped this: ${googleSaid(e)}. Try again in a minute; if this persists, contact the person who set up this script.`;
}
