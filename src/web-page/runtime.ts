import { createClient, type Client } from "../core/client";
import type { Failure } from "../core/failure";
import { STANDARD_DISPLAY, type CellDisplay } from "../core/cell-display";
import { createCallLog, type CallLog } from "../core/call-log";
import { connectPage, type Connection } from "./connection";
import type { Credentials, StoragePlace } from "./key-store";
import { createHttpHost } from "./http";

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
  const client = createClient(createHttpHost((): Credentials | undefined => connection.credentials()));
  const { connection, localOrigin } = connectPage(places, { setAccess: client.setAccess, connected: () => connected(client) });
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
