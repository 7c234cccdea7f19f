import { BASE_URL, readKey } from "../credentials";
import { Refusal } from "./refusal";

/** What to do where the script was built without an address. */
export const NO_ADDRESS =
  "This script does not know its service. Build it with npm run sheets:build -- --base-url https://… and put it into the spreadsheet again.";

/** Throws a `Refusal` where the person who runs this cannot ask the service. */
export function keyNeeded(): void {
  if (BASE_URL === undefined) throw new Refusal(NO_ADDRESS);
  if (readKey() === undefined)
    throw new Refusal(
      "This asks with your own key, and you have saved none here; cells ask with the key of the spreadsheet's owner. Save your key under SERVICE, Open sidebar, Key, or let the owner do this. Nothing was changed.",
    );
}
