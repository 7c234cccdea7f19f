import { install } from "../../core/ask";
import { createEvaluator } from "../../core/evaluator";
import type { Environment } from "../../pane/pane-host";
import { offerPaneServices } from "../page/hand-over";
import { browserPlace } from "../page/key-store";
import { createPaneServices, type PaneServices } from "../page/pane-services";
import { createPageRuntime, type PageRuntime } from "../page/runtime";
import { dateForm } from "./date-form";
import { whenReady } from "./office";
import { officePartition, officePlace } from "./office-place";
import { associateRefresh } from "./refresh";
import { createCellWriter } from "./to-cell";
import { evaluateWaitingCells } from "./waiting-cells";

/** The one instance of everything in Excel's shared runtime: functions, ribbon and pane live in the same page. */
export interface Runtime extends PageRuntime {
  readonly services: PaneServices;
  environment(): Environment;
  /** Reads the key store once Excel is ready; calls that come before that are held. */
  start(): Promise<void>;
}

function createRuntime(): Runtime {
  let environment: Environment = "unknown";
  const page = createPageRuntime([officePlace, browserPlace(officePartition)], (client) => {
    const addresses = client.takeWaitingForKey();
    // A cell that is left waiting shows what to do; there is nobody here who could be told more.
    if (environment === "excel") evaluateWaitingCells(addresses).catch(() => undefined);
  });
  const { client, connection } = page;
  install(createEvaluator(client, createCellWriter(dateForm, page.display), page.ledger));
  const services = createPaneServices(page);
  offerPaneServices(services);
  return {
    ...page,
    services,
    environment: () => environment,
    start: async () => {
      const inExcel = () => {
        environment = "excel";
        associateRefresh(client);
      };
      environment = await whenReady(inExcel);
      if (environment === "excel") inExcel();
      await connection.start();
    },
  };
}

export const runtime = createRuntime();
