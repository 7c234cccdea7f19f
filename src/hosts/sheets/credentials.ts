import { keyTrouble } from "../../core/api-key";
import type { Failure } from "../../core/failure";

/** The service's address, set by `npm run sheets:build -- --base-url https://…`; empty if none was given. */
declare const SERVICE_BASE_URL: string | undefined;

export const BASE_URL: string | undefined = typeof SERVICE_BASE_URL === "string" && SERVICE_BASE_URL !== "" ? SERVICE_BASE_URL : undefined;

/** Failure of every cell if the script was built without an address. */
export const NO_ADDRESS: Failure = { code: "host", message: "This script has no service address. Contact the person who set it up." };

const NAME = "SERVICE_API_KEY";

let read: { readonly key: string | undefined } | undefined;

/**
 * The key of this execution: in a custom function the spreadsheet owner's, otherwise that of the user who runs it. Read once per execution, because Google
 * counts each read.
 */
export function readKey(): string | undefined {
  if (!read) {
    const saved = PropertiesService.getUserProperties().getProperty(NAME)?.trim() ?? "";
    // A saved key that would be refused today counts as none.
    read = { key: keyTrouble(saved) === undefined ? saved : undefined };
  }
  return read.key;
}

/** Saves the key for this user and script, never in the spreadsheet. Google does not allow it inside a custom function. */
export function writeKey(key: string): void {
  PropertiesService.getUserProperties().setProperty(NAME, key);
  read = undefined;
}

export function deleteKey(): void {
  PropertiesService.getUserProperties().deleteProperty(NAME);
  read = undefined;
}
