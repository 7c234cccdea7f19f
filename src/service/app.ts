import swagger from "@fastify/swagger";
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyPluginAsync, type FastifyReply } from "fastify";
import type { Clock } from "./time/clock";
import type { Context } from "./answers/context";
import type { Quotas } from "../contract/plans";
import { createAccess, createOpenAccess, noKeyInBody } from "./http/keys/access";
import * as ENDPOINTS from "./http/endpoints";
import { freeKeys as freeKeysRoute, type FreeKeys } from "./http/keys/free-keys";
import { hideKeyInReply } from "./http/keys/hide-key";
import { health } from "./http/about/health";
import { createAsOfLimit } from "./http/keys/as-of-limit";
import { countInFlight } from "./http/keys/in-flight";
import { HungUp, noticeHangUps } from "./http/server/hang-up";
import { knownParameters } from "./http/server/known-parameters";
import { DOCUMENT } from "./http/server/openapi-document";
import type { EndpointParts } from "./http/server/parts";
import { refuse } from "./http/server/refuse";
import { schemaValidator } from "./http/server/schema-validator";
import { mcp, type McpOptions } from "./mcp/http";
import type { Store } from "./store/store";

export interface AppOptions extends EndpointParts {
  readonly store: Store;
  readonly clock: Clock;
  /** The quotas of every key, instead of those of its plan. Its requests in flight are then not limited. */
  readonly quotas?: Quotas | undefined;
  readonly mcp?: McpOptions;
  /** If set, anyone may create a free key. */
  readonly freeKeys?: FreeKeys | undefined;
  /** Called after each reply. `route` is the declared address, without what a client put into it. */
  readonly onReply?: ((reply: { readonly method: string; readonly route: string; readonly status: number; readonly ms: number }) => void) | undefined;
  /** Registers pages outside the API, which need no key. */
  readonly pages?: (app: FastifyInstance) => Promise<void> | void;
}

/** Names a plugin. Otherwise Fastify looks for its function among all loaded modules, which takes long if there are many. */
const named = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync => Object.assign(plugin, { [Symbol.for("fastify.display-name")]: name });

/** Builds the service as one Fastify application, not yet listening. Every API reply is JSON in the envelope, every error `{ detail }`. */
export async function createApp({ store, clock, quotas, mcp: ofMcp = {}, freeKeys, onReply, pages, ...parts }: AppOptions): Promise<FastifyInstance> {
  const { onFault } = parts;
  const app = Fastify({
    logger: false as unknown as FastifyBaseLogger & false,
    forceCloseConnections: true,
    // The service listens on loopback: only a proxy on this machine may name a client's address.
    trustProxy: "loopback",
    routerOptions: { maxParamLength: 256 },
    // Addresses that the router cannot decode never reach the error handler below.
    frameworkErrors: (error, _request, reply) =>
      void refuse(reply as FastifyReply, { code: error.code === "FST_ERR_BAD_URL" ? "unreadable_address" : "long_address" }),
  });
  const context: Context = { store, clock };
  app.addHook("onSend", hideKeyInReply);
  noticeHangUps(app);
  const inFlight = countInFlight(app);
  const openAccess = createOpenAccess(inFlight);
  if (onReply)
    app.addHook("onResponse", async (request, reply) =>
      onReply({ method: request.method, route: request.routeOptions.url ?? "(no such address)", status: reply.statusCode, ms: reply.elapsedTime }),
    );

  app.setValidatorCompiler(schemaValidator);
  // Fastify's own serializer coerces values to the schema's types: null would become 0.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error instanceof HungUp) return refuse(reply, { code: "hung_up" });
    if (error.validation !== undefined || error.code === "FST_ERR_VALIDATION" || error.statusCode === 422)
      return refuse(reply, { code: "invalid_request", detail: error.message });
    if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return refuse(reply, { code: "body_too_large" });
    if (error.code?.startsWith("FST_ERR_CTP_")) return refuse(reply, { code: "unreadable_body" });
    if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, { code: "unreadable_request", why: error.message });
    onFault?.(error.stack ?? error.message);
    return refuse(reply, { code: "service_fault" });
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, { code: "no_endpoint" }));

  await app.register(swagger, DOCUMENT);
  const routes: FastifyPluginAsync = async (api) => {
    // Fastify accepts text by default; a body is JSON only.
    api.removeContentTypeParser("text/plain");
    api.addHook("onRequest", createAccess(store.ledger, clock, inFlight, quotas));
    api.addHook("preValidation", knownParameters);
    api.addHook("preHandler", noKeyInBody);
    api.addHook("preHandler", createAsOfLimit(clock));
    for (const register of Object.values(ENDPOINTS)) register(api, context, parts);
  };
  await app.register(named("api", routes));
  await app.register(
    named("mcp", async (open) => {
      open.addHook("onRequest", openAccess);
      mcp(open, app, ({ hangUp }) => hangUp, ofMcp);
    }),
  );
  const open: FastifyPluginAsync = async (api) => {
    api.addHook("onRequest", openAccess);
    api.addHook("preValidation", knownParameters);
    health(api, { store, onFault });
    freeKeysRoute(api, { store, clock, allowed: freeKeys });
  };
  await app.register(named("open", open));
  if (pages) await app.register(named("pages", async (open) => pages(open)));
  await app.ready();
  return app;
}
