import type { AuditState } from "./audit-of";

export const STATE_LABELS: Readonly<Record<AuditState, string>> = {
  broken: "Broken name",
  error: "Error",
  pending: "Pending",
  reason: "Reason",
  stale: "Stale",
  doubt: "Doubtful",
  fresh: "Fresh",
};

/** What a state means, in a few words. */
export const STATE_MEANINGS: Readonly<Record<AuditState, string>> = {
  broken: "no function under this name",
  error: "#N/A, #VALUE! and the like",
  pending: "no answer yet",
  reason: "the service says why there is no value",
  stale: "due for refresh",
  doubt: "a check says that the value may be wrong",
  fresh: "up to date",
};
