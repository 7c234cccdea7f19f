import { install } from "../../core/ask";
import { DISPLAY_SETTING, displayFrom } from "../../core/cell-display";
import { createEvaluator } from "../../core/evaluator";
import type { Environment } from "../../pane/pane-host";
import { offerPaneServices } from "../../web-page/hand-over";
import { browserPlace } from "../../web-page/key-store";
import { createPaneServices, type PaneServices } from "../../web-page/pane-services";
import { createPageRuntime, type PageRuntime } from "../../web-page/runtime";
import { dateForm } from "./date-form";
import { documentSettings } from "./document-settings";
import { whenReady } from "./office";
import { officePartition, officePlace } from "./office-place";
import { createCellWriter } from "./to-cell";
import { evaluateWaitingCells } from "./waiting-cells";

/** The one instance of everything in Excel's shared runtime: functions, ribbon and pane live in the same page. */
export interface Runtime extends PageRuntime {
  readonly services: PaneServices;
  environment(): Environment;
  /** Hears when the host has said who it is, also where it says so late; returns a function that ends it. */
  onEnvironment(listener: () => void): () => void;
  /** Reads the key store once Excel is ready; calls that come before that are held. */
  start(): Promise<void>;
}

function createRuntime(): Runtime {
  let environment: Environment = "unknown";
  const listeners = new Set<() => void>();
  const page = createPageRuntime([officePlace, browserPlace(officePartition)], (client) => {
    const addresses = client.takeWaitingForKey();
    // A cell that is left waiting shows what to do; there is nobody here who could be told more.
    if (environment === "excel") evaluateWaitingCells(addresses).catch(() => undefined);
  });
  const { client, connection } = page;
  install(createEvaluator(client, createCellWriter(dateForm, page.display), page.callLog));
  const services = createPaneServices(page);
  offerPaneServices(services);
  return {
    ...page,
    services,
    environment: () => environment,
    onEnvironment: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      const become = (next: Environment) => {
        environment = next;
        // Before any cell is answered, so that the first ones already look as the workbook wants them.
        if (next === "excel") services.setDisplay(displayFrom(documentSettings.read(DISPLAY_SETTING)));
        for (const listener of [...listeners]) listener();
      };
      become(await whenReady(() => become("excel")));
      await connection.start();
    },
  };
}

export const runtime = createRuntime();
