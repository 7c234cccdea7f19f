import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { databaseFault } from "../../sqlite/sql";
import type { Store } from "../../store/store";
import { withExamples } from "../server/openapi-document";
import { refuse } from "../server/refuse";
import { OPEN_REFUSALS, UNREADY } from "../server/schemas";

const Alive = Type.Object({ status: Type.Literal("ok") });
const schemaOf = (summary: string, description: string, refusals: object) => ({
  tags: ["service"],
  security: [],
  ...withExamples([{}]),
  summary,
  description,
  response: { 200: Alive, ...OPEN_REFUSALS, ...refusals },
});

/** GET /healthz and /readyz, for monitoring: without a key, without a count, and without a word about the data. */
export function health(app: FastifyInstance, { store, onFault }: { readonly store: Store; readonly onFault?: ((message: string) => void) | undefined }): void {
  app.addHook("onSend", async (_request, reply) => void reply.header("cache-control", "no-store"));
  app.get("/healthz", { schema: schemaOf("Whether the process lives", "Needs no key and is not counted.", {}) }, async () => ({ status: "ok" }));
  const ofReady = schemaOf("Whether the service can answer", "Reads the database. Needs no key and is not counted.", UNREADY);
  app.get("/readyz", { schema: ofReady }, async (_request, reply) => {
    try {
      store.check();
    } catch (e) {
      onFault?.(e instanceof Error ? (e.stack ?? e.message) : String(e));
      return refuse(reply, { code: "not_ready", why: databaseFault(e) ?? "the database cannot be read" });
    }
    return { status: "ok" };
  });
}
