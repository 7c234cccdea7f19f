import { keyTrouble } from "../../core/api-key";
import type { Failure } from "../../core/failure";

/** The service's address, put here by the build: `npm run sheets:build -- --base-url https://…`. Empty where none was given. */
declare const SERVICE_BASE_URL: string | undefined;

export const BASE_URL: string | undefined = typeof SERVICE_BASE_URL === "string" && SERVICE_BASE_URL !== "" ? SERVICE_BASE_URL : undefined;

/** What cells say if the script was built without an address. */
export const NO_ADDRESS: Failure = { code: "host", message: "This script has no service address. Contact the person who set it up." };

const NAME = "SERVICE_API_KEY";

let read: { readonly key: string | undefined } | undefined;

/**
 * The key that this execution asks with: in a custom function that of the spreadsheet's owner, else that of the person who runs it. Read once an
 * execution, because Google counts each read.
 */
export function readKey(): string | undefined {
  if (!read) {
    const kept = PropertiesService.getUserProperties().getProperty(NAME)?.trim() ?? "";
    // One that could not be saved today is asked for again.
    read = { key: keyTrouble(kept) === undefined ? kept : undefined };
  }
  return read.key;
}

/** Keeps the key with the person who runs this, for this script; never in the spreadsheet. Google refuses it inside a custom function. */
export function keepKey(key: string): void {
  PropertiesService.getUserProperties().setProperty(NAME, key);
  read = undefined;
}

export function forgetKey(): void {
  PropertiesService.getUserProperties().deleteProperty(NAME);
  read = undefined;
}
