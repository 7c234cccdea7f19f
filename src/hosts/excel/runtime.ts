import { AS_OF_SETTING, asOfFrom } from "../../core/as-of-setting";
import { install } from "../../core/ask";
import { DISPLAY_SETTING, displayFrom } from "../../core/cell-display";
import { createEvaluator } from "../../core/evaluator";
import { createListeners } from "../../pane/listeners";
import type { Environment } from "../../pane/pane-host";
import { offerPaneServices } from "../../web-page/hand-over";
import { browserPlace } from "../../web-page/key-store";
import { createPaneServices, type PaneServices } from "../../web-page/pane-services";
import { createPageRuntime, type PageRuntime } from "../../web-page/runtime";
import { adoptSettings } from "./adopt-settings";
import { dateForm } from "./date-form";
import { documentSettings } from "./document-settings";
import { emptyCellsAreZero } from "./empty-cells-are-zero";
import { whenReady } from "./office";
import { officePartition, officePlace } from "./office-place";
import { createCellWriter } from "./to-cell";
import { evaluateWaitingCells } from "./waiting-cells";

/** Excel's shared runtime: functions, ribbon and pane run in the same page. */
export interface Runtime extends PageRuntime {
  readonly services: PaneServices;
  environment(): Environment;
  /** Calls the listener when the environment is known or changes. Returns a function that removes it. */
  onEnvironment(listener: () => void): () => void;
  /** Reads the key store once Excel is ready; earlier calls wait. */
  start(): Promise<void>;
}

function createRuntime(): Runtime {
  let environment: Environment = "unknown";
  const environmentListeners = createListeners();
  const page = createPageRuntime([officePlace, browserPlace(officePartition)], (client) => {
    const addresses = client.takeWaitingForKey();
    // If this fails, the cells still show what to do.
    if (environment === "excel") evaluateWaitingCells(addresses).catch(() => undefined);
  });
  const { client, connection } = page;
  install(createEvaluator(client, createCellWriter(dateForm, page.display), page.callLog, emptyCellsAreZero));
  const services = createPaneServices(page);
  offerPaneServices(services);
  return {
    ...page,
    services,
    environment: () => environment,
    onEnvironment: environmentListeners.onChange,
    start: async () => {
      const become = (next: Environment) => {
        environment = next;
        // Set before any cell is answered, so that the first cells already use it.
        if (next === "excel") {
          services.setDisplay(displayFrom(documentSettings.read(DISPLAY_SETTING)));
          services.setAsOf(asOfFrom(documentSettings.read(AS_OF_SETTING)));
        }
        environmentListeners.notify();
      };
      const enter = async (next: Environment): Promise<void> => {
        if (next === "excel") await adoptSettings();
        become(next);
      };
      await enter(await whenReady(() => void enter("excel")));
      await connection.start();
    },
  };
}

export const runtime = createRuntime();
