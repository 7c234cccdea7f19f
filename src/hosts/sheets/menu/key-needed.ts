import { BASE_URL, readKey } from "../credentials";
import { MenuRefusal } from "./refusal";

/** Message if the script was built without an address. */
export const NO_ADDRESS_WORDS = "This script has no service address. Build it with npm run sheets:build -- --base-url https://… and push it again.";

/** Throws a `Refusal` if the user has no key or the script no address. */
export function keyNeeded(): void {
  if (BASE_URL === undefined) throw new MenuRefusal(NO_ADDRESS_WORDS);
  if (readKey() === undefined)
    throw new MenuRefusal("Nothing was changed, because this needs your own key. Save it under SERVICE, Open sidebar, Account, or have the owner do this.");
}
