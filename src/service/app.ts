import swagger from "@fastify/swagger";
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyPluginAsync, type FastifyReply } from "fastify";
import type { Clock } from "./time/clock";
import type { Context } from "./answers/context";
import type { FetchLive } from "./records/live-series";
import { createAccess, DEFAULT_QUOTAS, type Quotas } from "./http/access";
import { brief } from "./http/brief";
import { congressTrades } from "./http/congress";
import { cryptoDerivatives } from "./http/crypto-derivatives";
import { cryptoEtfFlows } from "./http/crypto-etf-flows";
import { cryptoFunding } from "./http/crypto-funding";
import { cryptoFundingSurface } from "./http/crypto-funding-surface";
import { cryptoLiquidations } from "./http/crypto-liquidations";
import { cryptoUnlocks } from "./http/crypto-unlocks";
import { cryptoWhales } from "./http/crypto-whales";
import { fields } from "./http/fields";
import { fred } from "./http/fred";
import { gammaOf, gammaSurface } from "./http/gamma";
import { insiderClusters } from "./http/insider-clusters";
import { institutional } from "./http/institutional";
import { knownParameters } from "./http/known-parameters";
import { predictionCalendar } from "./http/prediction-calendar";
import { predictionCalibration } from "./http/prediction-calibration";
import { predictionHistory, predictionMarket } from "./http/prediction-market";
import { predictionMarkets } from "./http/prediction-markets";
import { predictionMovers } from "./http/prediction-movers";
import { refuse } from "./http/refuse";
import { REFUSALS } from "./http/refusals";
import { screen } from "./http/screen";
import { schemaValidator } from "./http/schema-validator";
import { shortInterest } from "./http/short-interest";
import { shortVolume } from "./http/short-volume";
import { sheetsEval } from "./http/sheets-eval";
import { signals } from "./http/signals";
import { smartMoneyOf } from "./http/smart-money";
import { smartMoneyScan } from "./http/smart-money-scan";
import { status } from "./http/status";
import type { Store } from "./store/store";
import { VERSION } from "./store/version";

export interface AppOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly quotas?: Quotas;
  /** Called with the stack of each server error; it holds no keys or bodies. */
  readonly onFault?: (message: string) => void;
  /** Fetches series that may not be stored, while a request waits. If absent, none is fetched. */
  readonly live?: FetchLive;
  /** Registers pages outside the API, which need no key. */
  readonly pages?: (app: FastifyInstance) => Promise<void> | void;
}

/** Names a plugin. Otherwise Fastify looks for its function among all loaded modules, which takes long if there are many. */
const named = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync => Object.assign(plugin, { [Symbol.for("fastify.display-name")]: name });

/** Builds the service as one Fastify application, not yet listening. Every API reply is JSON in the envelope, every error `{ detail }`. */
export async function createApp({ store, clock, quotas = DEFAULT_QUOTAS, onFault, live, pages }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false as unknown as FastifyBaseLogger & false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 256 },
    // Addresses that the router cannot decode never reach the error handler below.
    frameworkErrors: (error, _request, reply) =>
      void refuse(reply as FastifyReply, { code: error.code === "FST_ERR_BAD_URL" ? "unreadable_address" : "long_address" }),
  });
  const context: Context = { store, clock };

  app.setValidatorCompiler(schemaValidator);
  // Fastify's own serializer coerces values to the schema's types: null would become 0.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.validation !== undefined || error.code === "FST_ERR_VALIDATION" || error.statusCode === 422)
      return refuse(reply, { code: "invalid_request", detail: error.message });
    if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return refuse(reply, { code: "body_too_large" });
    if (error.code?.startsWith("FST_ERR_CTP_")) return refuse(reply, { code: "unreadable_body" });
    if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, { code: "unreadable_request", why: error.message });
    onFault?.(error.stack ?? error.message);
    return refuse(reply, { code: "service_fault" });
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, { code: "no_endpoint" }));

  await app.register(swagger, {
    openapi: {
      openapi: "3.0.3",
      info: {
        title: "Market Intelligence Data Service",
        version: VERSION,
        description: "Read-only, descriptive market data. No investment advice. Null never means zero.",
      },
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      security: [{ key: [] }],
    },
  });
  const routes: FastifyPluginAsync = async (api) => {
    // Fastify accepts text by default; a body is JSON only.
    api.removeContentTypeParser("text/plain");
    api.addHook("onRequest", createAccess(store, clock, quotas));
    api.addHook("preValidation", knownParameters);
    sheetsEval(api, context, { onFault, live });
    status(api, context, quotas, VERSION, onFault);
    fields(api, context);
    fred(api, context, live);
    shortInterest(api, context);
    shortVolume(api, context);
    congressTrades(api, context);
    insiderClusters(api, context);
    institutional(api, context);
    signals(api, context);
    smartMoneyScan(api, context);
    smartMoneyOf(api, context);
    gammaSurface(api, context);
    gammaOf(api, context);
    cryptoFundingSurface(api, context);
    screen(api, context);
    brief(api, context);
    cryptoFunding(api, context);
    cryptoLiquidations(api, context);
    predictionMarkets(api, context);
    predictionMarket(api, context);
    predictionHistory(api, context);
    predictionCalibration(api, context);
    predictionCalendar(api, context);
    predictionMovers(api, context);
    cryptoWhales(api, context);
    cryptoDerivatives(api, context);
    cryptoEtfFlows(api, context);
    cryptoUnlocks(api, context);
    api.get(
      "/v1/openapi.json",
      {
        schema: {
          summary: "This document",
          tags: ["service"],
          response: { 200: { type: "object", additionalProperties: true, description: "OpenAPI 3, without the envelope." }, ...REFUSALS },
        },
      },
      async () => app.swagger(),
    );
  };
  await app.register(named("api", routes));
  if (pages) await app.register(named("pages", async (open) => pages(open)));
  await app.ready();
  return app;
}
