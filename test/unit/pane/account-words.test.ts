import type { Stats } from "../../../src/core/calls/metrics";
import { originInWords, familiesSummary, savingsWords, diagnosticsText } from "../../../src/pane/account/account-words";
import type { PaneHost } from "../../../src/pane/pane-host";
import { ADDIN_VERSION } from "../../../src/pane/version";
import pkg from "../../../package.json";

const NONE: Stats = { asked: 0, fromCache: 0, shared: 0, requests: 0, cells: 0, retries: 0, failures: 0, queued: 0, inFlight: 0 };
const words = (stats: Partial<Stats>) => savingsWords({ ...NONE, ...stats }).join(" ");

describe("the sentence about requests that the pane avoided", () => {
  it("counts cells, requests and answers from the cache", () =>
    expect(words({ asked: 49_960, cells: 9_960, requests: 20, fromCache: 40_000 })).toBe(
      "9,960 cells in 20 requests; 40,000 answered from the cache. One request for each call would have been 49,960 requests of your quota.",
    ));

  it("uses the singular for one cell and one request", () => expect(words({ asked: 1, cells: 1, requests: 1 })).toBe("1 cell in 1 request."));

  it("says that no request was needed if the cache answered everything", () =>
    expect(words({ asked: 3, fromCache: 3 })).toBe(
      "No request was needed; 3 answered from the cache. One request for each call would have been 3 requests of your quota.",
    ));

  it("counts duplicate requests that were merged into one", () =>
    expect(words({ asked: 5, cells: 1, requests: 1, shared: 4 })).toContain("4 duplicate requests merged"));

  it("reports no calls before the first, and no saving if requests exceed cells", () => {
    expect(words({})).toBe("No calls since this workbook was opened.");
    expect(words({ asked: 2, cells: 2, requests: 4, retries: 2 })).toBe("2 cells in 4 requests.");
  });
});

const host = {
  environment: () => "excel",
  workbook: () => undefined,
  now: () => Date.UTC(2024, 5, 28, 12),
  connection: () => ({ kind: "connected", baseUrl: "https://api.example.com", place: "office" }),
  display: () => ({ reasons: "text", values: "plain" }),
  stats: () => ({ ...NONE, asked: 7 }),
  quota: () => ({ minuteLimit: 60, minuteRemaining: 4 }),
  failures: () => [{ at: Date.UTC(2024, 5, 28, 11, 59), cell: "Sheet1!A1", question: 'SERVICE.FRED("DGS10")', failure: { code: "timeout" } }],
} as unknown as PaneHost;

it("the diagnostics state version, host, counts and failures in words", () =>
  expect(diagnosticsText(host, "a browser").split("\n")).toEqual([
    "SERVICE diagnostics",
    `Version: ${ADDIN_VERSION}`,
    "Written: 2024-06-28 12:00 UTC",
    "Runs in: excel, without a workbook",
    "Browser: a browser",
    "Connection: https://api.example.com (key: office)",
    "Quota: minuteLimit 60, minuteRemaining 4",
    "Cells show: reasons as text, values plain",
    "Counts: asked 7, fromCache 0, shared 0, requests 0, cells 0, retries 0, failures 0, queued 0, inFlight 0",
    "Failures, newest first:",
    '2024-06-28 11:59 UTC  Sheet1!A1  SERVICE.FRED("DGS10")  The service did not answer in time. Press Refresh.',
  ]));

it("the pane shows the package's version", () => expect(ADDIN_VERSION).toBe(pkg.version));

describe("the data source of a data family, in words", () => {
  const family = (sample: boolean, real_names: number, more: object = {}) => ({ family: "f", sample, real_names, ...more });

  it("counts published series, and says whether the rest is sample data or missing", () => {
    expect(originInWords(family(false, 2, { newest_observation: "2024-06-25", stale: true }))).toBe("2 published series, to 2024-06-25 (too old)");
    expect(originInWords(family(true, 0))).toBe("sample");
    expect(originInWords(family(true, 0, { newest_sample: "2024-06-25" }))).toBe("sample, to 2024-06-25");
    expect(originInWords(family(false, 0))).toBe("no data");
    expect(originInWords(family(true, 3, { newest_observation: "2024-06-26" }))).toBe("3 published series, to 2024-06-26; the rest sample");
    expect(originInWords(family(false, 11))).toBe("11 published series");
  });

  it("says that figures are computed, or that there are none, if the family has no rows", () => {
    expect(originInWords(family(true, 0, { basis: "computed" }))).toBe("computed from the others");
    expect(originInWords(family(false, 0, { basis: "none" }))).toBe("no figures; cells show why");
  });

  it("counts the families with published figures, if there are any", () => {
    expect(familiesSummary([family(true, 0)])).toBe("1 data family");
    expect(familiesSummary([family(false, 0), family(true, 0)])).toBe("2 data families");
    expect(familiesSummary([family(false, 0), family(true, 2)])).toBe("2 data families, 1 with published figures");
  });
});
