import type { KeyPlace } from "../pane-host";

/** Where the key is stored, without promising more safety than there is. */
export const KEY_PLACE_WORDS: Readonly<Record<KeyPlace, string>> = {
  office: "The key is stored unencrypted in Office's add-in storage on this device, for your profile. It is never in the workbook.",
  browser: "The key is stored unencrypted in this browser's storage on this device, for your profile. It is never in the workbook.",
  google: "Your key is saved unencrypted in your Google account for this script. It is never shown again and never in the spreadsheet.",
  memory: "This device does not let the add-in store a key. It stays in memory only; enter it again next time. It is never in the workbook.",
  local: "Connected with the local service's own key. It is fetched at each start and never stored.",
};
