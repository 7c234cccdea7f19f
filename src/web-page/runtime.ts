import { createClient, type Client } from "../core/client";
import type { Failure } from "../core/failure";
import { STANDARD_DISPLAY, type CellDisplay } from "../core/cell-display";
import { createCallLog, type CallLog } from "../core/call-log";
import { checkService } from "../pane/account/check-service";
import { createConnection, type Connection } from "./connection";
import { type Credentials, createKeyStore, onKeyChange, type StoragePlace } from "./key-store";
import { createHttpHost, get } from "./http";
import { fetchLocalKey, localOriginOf } from "./local-service";

/** What functions and pane share in a page that evaluates cells. */
export interface PageRuntime {
  readonly client: Client;
  readonly connection: Connection;
  readonly callLog: CallLog;
  readonly localOrigin: string | undefined;
  display(): CellDisplay;
  setDisplay(display: CellDisplay): void;
}

/** Creates the runtime. Calls `connected` each time a key takes effect. */
export function createPageRuntime(places: readonly StoragePlace[], connected: (client: Client) => void): PageRuntime {
  let display = STANDARD_DISPLAY;
  const localOrigin = localOriginOf(location);
  const client = createClient(createHttpHost((): Credentials | undefined => connection.credentials()));
  const connection = createConnection({
    store: createKeyStore(places),
    localOrigin,
    fetchLocalKey,
    check: (baseUrl, key) => checkService(get, Date.now, baseUrl, key),
    setAccess: client.setAccess,
    connected: () => connected(client),
  });
  onKeyChange(() => void connection.readAgain());
  let refusal: Failure | undefined;
  client.onChange(() => {
    const now = client.keyProblem();
    // Not every window hears of a key that another one has saved: after a refusal, the store may have a newer one.
    if (now !== undefined && now !== refusal) void connection.readAgain();
    refusal = now;
  });
  return {
    client,
    connection,
    callLog: createCallLog(),
    localOrigin,
    display: () => display,
    setDisplay: (next) => {
      display = next;
    },
  };
}
