import { install } from "../../core/ask";
import { createClient, type Client } from "../../core/client";
import { createEvaluator } from "../../core/evaluator";
import { checkService } from "../../pane/check-service";
import { createConnection, type Connection } from "./connection";
import type { Credentials } from "./credentials";
import { dateForm } from "./date-form";
import { createHttpHost, get } from "./http";
import { browserPlace, createKeyStore, officePlace } from "./key-store";
import { fetchLocalKey, localOriginOf } from "./local-key";
import { whenReady, type Environment } from "./office";
import { associateRefresh } from "./refresh";
import { createCellWriter } from "./to-cell";
import { evaluateWaitingCells } from "./waiting-cells";

/** The one instance of everything in Excel's shared runtime: functions, ribbon and pane live in the same page. */
export interface Runtime {
  readonly client: Client;
  readonly connection: Connection;
  readonly localOrigin: string | undefined;
  environment(): Environment | "unknown";
  /** Reads the key store once Excel is ready; calls that come before that are held. */
  start(): Promise<void>;
}

function createRuntime(): Runtime {
  let environment: Environment | "unknown" = "unknown";
  const localOrigin = localOriginOf(location);
  const host = createHttpHost((): Credentials | undefined => connection.credentials());
  const client = createClient(host);
  const connection = createConnection({
    store: createKeyStore([officePlace, browserPlace]),
    localOrigin,
    fetchLocalKey,
    check: (baseUrl, key) => checkService(get, baseUrl, key),
    setAccess: client.setAccess,
    connected: () => {
      const addresses = client.takeWaitingForKey();
      // A cell that is left waiting shows what to do; there is nobody here who could be told more.
      if (environment === "excel") evaluateWaitingCells(addresses).catch(() => undefined);
    },
  });
  install(createEvaluator(client, createCellWriter(dateForm)));
  return {
    client,
    connection,
    localOrigin,
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
