import type { CallLog } from "../../../src/core/call-log";
import { STANDARD_DISPLAY } from "../../../src/core/cell-display";
import type { Client } from "../../../src/core/client";
import type { PaneHost } from "../../../src/pane/pane-host";
import { createPaneCells } from "../../../src/web-page/pane-services";

const never = (): never => {
  throw new Error("not in this test");
};

/** The part of a pane's host that its client gives. The connection and the display cannot be changed. */
export const hostOver = (client: Client, callLog: CallLog): Omit<PaneHost, "connection" | "fetch" | "now" | "onChange" | "workbook"> => ({
  environment: () => "workbench",
  localOrigin: undefined,
  check: never,
  checkCurrent: never,
  save: never,
  remove: never,
  useLocalKey: never,
  cells: createPaneCells(client, callLog),
  display: () => STANDARD_DISPLAY,
  setDisplay: never,
  asOf: client.asOf,
  asOfProblem: client.asOfProblem,
  setAsOf: client.setAsOf,
  stats: client.stats,
  failures: client.failures,
  quota: client.quota,
  outage: client.outage,
  keyProblem: client.keyProblem,
  unanswered: client.unanswered,
  takeUnanswered: client.takeUnanswered,
  putBackUnanswered: client.putBackUnanswered,
  probe: never,
  localUpdate: never,
  dataOrigin: { origin: () => "published", isFirstRun: () => false, renew: async () => undefined, onChange: () => () => undefined },
});
