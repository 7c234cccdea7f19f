import { createClient, type Client } from "../core/client";
import type { Failure } from "../core/failure";
import { STANDARD_DISPLAY, type CellDisplay } from "../core/cell-display";
import { createCallLog } from "../core/call-log";
import { connectPage } from "./connection";
import type { Credentials, StoragePlace } from "./key-store";
import { createHttpHost } from "./http";

export type PageRuntime = ReturnType<typeof createPageRuntime>;

/** Creates what functions and pane share in a page that evaluates cells. Calls `connected` each time a key takes effect. */
export function createPageRuntime(places: readonly StoragePlace[], connected: (client: Client) => void) {
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
    setDisplay: (next: CellDisplay): void => {
      display = next;
    },
  };
}
