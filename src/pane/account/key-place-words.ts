import type { KeyPlace } from "../pane-host";

/** Where the key is, in words that nobody can take for more safety than there is. */
export const KEY_PLACE_WORDS: Readonly<Record<KeyPlace, string>> = {
  office: "The key is kept unencrypted in Office's add-in storage on this device, for your profile. It is never in the workbook.",
  browser: "The key is kept unencrypted in this browser's storage on this device, for your profile. It is never in the workbook.",
  memory: "This device does not let the add-in keep a key. It is held in memory only and must be entered again next time. It is never in the workbook.",
  local: "You are connected with the local service's own key. It is fetched when the add-in starts and kept nowhere else; never in the workbook.",
};
