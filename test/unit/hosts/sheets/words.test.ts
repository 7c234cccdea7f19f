import { keyRefused, late, MESSAGES, rateLimited, rejected } from "../../../../src/core/messages";
import { NO_KEY_TEXT } from "../../../../src/core/outcome";
import { inSheets } from "../../../../src/hosts/sheets/words";

const refused = ["over_quota", "revoked_key", "malformed_key", "unknown_key", "missing_key", "other"].map((code) => keyRefused({ code }, 0).message);
const statuses = [402, 403, 404, 418].flatMap((status) => [rejected(status, {}).message, rejected(status, { text: "No such plan." }).message]);

// Only Excel runs functions while somebody types.
const { preview: _, ...messages } = MESSAGES;

test.each([...Object.values(messages), ...refused, ...statuses, late(20_000), rateLimited(120_000), NO_KEY_TEXT])(
  "speaks of what there is in Google Sheets: %s",
  (message) => {
    expect(inSheets(message)).not.toMatch(/pane|base URL|press /i);
    expect(inSheets(message).length).toBeGreaterThan(10);
  },
);
