import { LIMITS } from "./limits";
import type { FailureCode } from "./outcome";
import type { Detail } from "./reply";

/* Messages of failed calls: what happened, then what to do. They never contain a key or a URL with one. */

/** Wait in words. Rounds down the extra second of the gate. */
const seconds = (ms: number): string => (ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil((ms - 1_000) / 60_000)} min`);

export const MESSAGES: Readonly<Record<"network" | "timeout" | "broken_reply" | "server_error" | "forbidden" | "not_found" | "cancelled" | "preview", string>> =
  {
    network: "The service cannot be reached. Check the connection and the base URL in the SERVICE pane, then press Refresh.",
    timeout: "The service did not answer in time. Press Refresh to ask again.",
    broken_reply: "The service's answer was broken or left this cell out. Press Refresh to ask again; if this persists, contact the service operator.",
    server_error: "The service had an error. Press Refresh to ask again in a minute.",
    forbidden: "The service does not allow this with your key's plan. See the SERVICE pane for the plan.",
    not_found: "There is no such service at the base URL. Correct the base URL in the SERVICE pane.",
    cancelled: "The call was cancelled by the sheet.",
    preview: "Press Enter to ask the service.",
  };

export const late = (cellMs: number): string => `No answer within ${Math.round(cellMs / 1000)} seconds. Press Refresh to ask again.`;

export const rateLimited = (waitMs: number): string => `Too many requests: the service asks to wait ${seconds(waitMs)}. Press Refresh after that.`;

const said = (detail: Detail): string => (detail.text ? `: ${detail.text.replace(/[.\s]+$/, "")}` : "");

export const refusedCell = (detail: Detail): string => `The service refused this cell${said(detail)}. Correct the arguments.`;

export const refusedTogether = (detail: Detail): string =>
  `The service refused this cell together with others of its function${said(detail)}. Correct the arguments, or press Refresh to ask again.`;

/** Message for statuses that a retry does not change. */
export function rejected(status: number, detail: Detail): { code: FailureCode; message: string } {
  const itSays = detail.text ? ` It says${said(detail)}.` : "";
  if (status === 403) return { code: "forbidden", message: `${MESSAGES.forbidden}${itSays}` };
  if (status === 404) return { code: "not_found", message: MESSAGES.not_found };
  return {
    code: "rejected",
    message: `The service rejected the request with status ${status}.${itSays} Check the base URL in the SERVICE pane, or contact the service operator.`,
  };
}

/** Message for a refused key, and when a request may try again; never if only another key helps. */
export function keyRefused(detail: Detail, now: number): { code: FailureCode; message: string; until?: number } {
  const unsaid = now + LIMITS.refusalMs;
  if (detail.code === "over_quota") {
    const resets = detail.resetsAt ? Date.parse(detail.resetsAt) : NaN;
    const when = Number.isNaN(resets) ? "" : ` It resets at ${new Date(resets).toISOString().slice(0, 19).replace("T", " ")} UTC.`;
    return {
      code: "over_quota",
      message: `The key's quota is used up.${when} Use another key in the SERVICE pane, or wait.`,
      until: Number.isNaN(resets) ? unsaid : resets,
    };
  }
  const why: Record<string, string> = {
    revoked_key: "The API key has been revoked. Save another key in the SERVICE pane.",
    malformed_key: "The API key is not of the right form. Copy it anew into the SERVICE pane.",
    unknown_key: "The service does not know this API key. Save the right key in the SERVICE pane.",
    missing_key: "The service got no API key. Save your key in the SERVICE pane.",
  };
  const known = why[detail.code ?? ""];
  return known
    ? { code: "key_refused", message: known }
    : { code: "key_refused", message: "The service refused the API key. Check it in the SERVICE pane.", until: unsaid };
}
