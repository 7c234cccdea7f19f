import type { FailureCode, FailureOf } from "../../../src/core/failure";
import type { FailureWords } from "../../../src/core/failure-words";
import { statusFailure } from "../../../src/core/status-failure";
import { terminalWords } from "../../../src/commands/terminal-words";
import { asOfFailureWords, sheetsKeyTestWords as sheetsKeyTest, sheetsWords } from "../../../src/hosts/sheets/words";
import { keyTestWords as paneKeyTest, paneWords } from "../../../src/pane/pane-words";

const detail = "No such plan.";

/** Every failure, with and without its optional details. A new code does not compile until it is listed. */
const FAILURES: { readonly [C in FailureCode]: readonly FailureOf<C>[] } = {
  argument: [{ code: "argument", message: "tenor: expected one of 1M or 10Y, got a blank." }],
  refused_cell: [{ code: "refused_cell" }, { code: "refused_cell", detail }, { code: "refused_cell", detail, together: true }],
  as_of_refused: [{ code: "as_of_refused" }, { code: "as_of_refused", detail: "expected a day that has ended" }],
  as_of_unreadable: [
    { code: "as_of_unreadable", text: "May" },
    { code: "as_of_unreadable", text: "2024-05-02 ".repeat(40) },
  ],
  no_argument: [{ code: "no_argument", argument: "ticker" }],
  no_key: [{ code: "no_key" }],
  host: [{ code: "host", message: "Google blocks this address." }],
  key_blank: [{ code: "key_blank" }],
  key_characters: [{ code: "key_characters" }],
  key_short: [{ code: "key_short", least: 16 }],
  missing_key: [{ code: "missing_key" }],
  malformed_key: [{ code: "malformed_key" }],
  unknown_key: [{ code: "unknown_key" }],
  revoked_key: [{ code: "revoked_key" }],
  over_quota: [{ code: "over_quota" }, { code: "over_quota", resetsAt: "2024-07-01T00:00:00.000Z" }],
  key_refused: [{ code: "key_refused" }],
  rate_limited: [
    { code: "rate_limited", waitMs: 900 },
    { code: "rate_limited", waitMs: 3_600_000 },
  ],
  network: [{ code: "network" }],
  timeout: [{ code: "timeout" }, { code: "timeout", afterMs: 20_000 }],
  broken_reply: [{ code: "broken_reply" }],
  large_reply: [{ code: "large_reply" }],
  server_error: [{ code: "server_error" }],
  service_fault: [{ code: "service_fault" }],
  forbidden: [{ code: "forbidden" }, { code: "forbidden", detail }],
  not_found: [{ code: "not_found" }],
  not_the_service: [{ code: "not_the_service" }],
  unknown_name: [{ code: "unknown_name" }, { code: "unknown_name", detail }],
  rejected: [
    { code: "rejected", status: 402 },
    { code: "rejected", status: 451, detail },
  ],
  cancelled: [{ code: "cancelled" }],
  preview: [{ code: "preview" }],
};

/** Each host, with failures that only other hosts have. */
const HOSTS: readonly (readonly [string, FailureWords, RegExp])[] = [
  ["Excel and the workbench", paneWords, /menu|SERVICE_API_KEY|--|script|Google|command/i],
  ["the pane's test of a key", paneKeyTest, /menu|SERVICE_API_KEY|--|script|Google|command/i],
  ["Google Sheets", sheetsWords, /pane|press |base URL|SERVICE_API_KEY|command/i],
  ["As of in Google Sheets", asOfFailureWords, /pane|press |base URL|SERVICE_API_KEY|command|Refresh/i],
  ["the sidebar's test of a key", sheetsKeyTest, /pane|press |SERVICE_API_KEY|command/i],
  ["the terminal", terminalWords, /pane|menu|press |refresh|script|Google/i],
];

describe.each(HOSTS)("the message in %s", (_, words, foreign) => {
  test.each(Object.values(FAILURES).flat())("about %j is at most two sentences and mentions nothing of another host", (failure) => {
    const said = words(failure);
    expect(said).toMatch(/^\S.*[^.]\.$/);
    expect(said.split(/[.;] (?=[A-Z])/).length).toBeLessThanOrEqual(2);
    expect(said).not.toMatch(/undefined|null|\[object|NaN|\.\./);
    // Messages of the host itself, and Google's messages in a script, belong to that host.
    if (failure.code !== "host") expect(said).not.toMatch(foreign);
  });
});

test("each HTTP status is one failure in all hosts, and no message contains the key or an address", () => {
  const key = "k".repeat(32);
  const body = JSON.stringify({ detail: { code: "unknown_key", reason: `no key ${key}` } });
  const codes = [0, 301, 400, 401, 402, 403, 404, 408, 410, 429, 500, 503].map((status) => {
    const failure = statusFailure({ status, body: status === 401 ? body : "<html>" }, 0);
    for (const [, words] of HOSTS) expect(words(failure)).not.toMatch(/kkkk|https?:/);
    return `${status} ${failure.code}`;
  });
  expect(codes).toEqual([
    "0 network",
    "301 rejected",
    "400 rejected",
    "401 unknown_key",
    "402 rejected",
    "403 forbidden",
    "404 not_found",
    "408 timeout",
    "410 rejected",
    "429 rate_limited",
    "500 server_error",
    "503 server_error",
  ]);
});

test("a question at the end of a detail keeps its mark, without a full stop after it", () => {
  expect(terminalWords({ code: "unknown_name", detail: "No ticker APPL is covered. Did you mean AAPL?" })).toBe(
    "The service has nothing under this name: No ticker APPL is covered. Did you mean AAPL? Correct the name.",
  );
});
