import { AS_OF_SETTING, asOfFrom } from "../../core/as-of-setting";
import { install } from "../../core/ask";
import { DISPLAY_SETTING, displayFrom } from "../../core/cell-display";
import { createEvaluator } from "../../core/evaluator";
import { createListeners } from "../../pane/listeners";
import type { Environment } from "../../pane/pane-host";
import { PANE_SERVICES } from "../../web-page/hand-over";
import { browserPlace, type StoragePlace, storedNames } from "../../web-page/key-store";
import { createPaneServices } from "../../web-page/pane-services";
import { createPageRuntime } from "../../web-page/runtime";
import { adoptSettings, documentSettings } from "./document-settings";
import { createCellWriter } from "./to-cell";
import { dateForm } from "./date-form";
import { isSetSupported, supportedOnce, whenReady } from "./office";

/** Calculates the cells that wait for a key; `addresses` of those whose calls waited. */
type CalculateWaiting = (addresses: readonly string[]) => Promise<void>;

interface OfficeStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

const storage = (): OfficeStorage => (globalThis as unknown as { OfficeRuntime: { storage: OfficeStorage } }).OfficeRuntime.storage;

/** The storage partition of a document's site in Office on the web; undefined elsewhere. */
const officePartition = (): string | undefined =>
  typeof Office === "undefined" ? undefined : (Office.context as { partitionKey?: string } | undefined)?.partitionKey;

const namesInOffice = () => storedNames(officePartition());

/**
 * Office's add-in storage: unencrypted, on the device, shared by the pages of this origin. Available once the host is ready. On the web, office.js stores it in
 * `localStorage`, without the partition.
 */
const officePlace: StoragePlace = {
  name: "office",
  get: async () => {
    const [name, unpartitioned] = namesInOffice();
    const text = await storage().getItem(name);
    return text === null && unpartitioned !== undefined ? storage().getItem(unpartitioned) : text;
  },
  set: async (text) => {
    const [name, unpartitioned] = namesInOffice();
    await storage().setItem(name, text);
    if (unpartitioned !== undefined) await storage().removeItem(unpartitioned);
  },
  remove: async () => {
    for (const name of namesInOffice()) if (name !== undefined) await storage().removeItem(name);
  },
};

/**
 * True if this Excel may pass an empty cell to a function as 0. Desktop versions did until 2024, and no requirement set says so; every Excel with
 * CustomFunctionsRuntime 1.5 passes null.
 */
const emptyCellsAreZero = supportedOnce(false, () => !isSetSupported("CustomFunctionsRuntime", "1.5"));

export type Runtime = ReturnType<typeof createRuntime>;

/** Excel's shared runtime: functions, ribbon and pane run in the same page. */
function createRuntime() {
  let environment: Environment = "unknown";
  const environmentListeners = createListeners();
  /** Sets what calculates waiting cells. The pane brings it, which Excel loads also while it is hidden. A key that is saved earlier waits for it. */
  let calculateWaitingWith: (calculate: CalculateWaiting) => void = () => undefined;
  const loaded = new Promise<CalculateWaiting>((resolve) => (calculateWaitingWith = resolve));
  const page = createPageRuntime([officePlace, browserPlace(officePartition)], (client) => {
    const addresses = client.takeWaitingForKey();
    // What Excel refuses now is recalculated later, as cells are that the service did not answer.
    if (environment === "excel") loaded.then((calculate) => calculate(addresses)).catch(() => client.putBackUnanswered(addresses));
  });
  const { client, connection } = page;
  install(createEvaluator(client, createCellWriter(dateForm, page.display), page.callLog, emptyCellsAreZero));
  const services = createPaneServices(page);
  PANE_SERVICES.offer(services);
  return {
    ...page,
    services,
    calculateWaitingWith,
    environment: () => environment,
    /** Calls the listener when the environment is known or changes. Returns a function that removes it. */
    onEnvironment: environmentListeners.onChange,
    /** Reads the key store once Excel is ready; earlier calls wait. */
    start: async (): Promise<void> => {
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
