import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { shown } from "../../../contract/arguments";
import { PLANS, TOP_UP } from "../../../contract/plans";
import { unknownName } from "../../../contract/unknown-name";
import { envelope } from "../../../contract/wire";
import type { Context } from "../../answers/context";
import { HOUR_MS } from "../../time/durations";
import { withExamples } from "../server/openapi-document";
import type { EndpointParts } from "../server/parts";
import { oneOfTexts, orNull, REFUSAL_SCHEMAS, UNREADABLE } from "../server/schemas";

const Body = Type.Object(
  {
    requests: Type.Integer({
      minimum: TOP_UP.step,
      maximum: TOP_UP.most,
      multipleOf: TOP_UP.step,
      description: `Further requests for this month, in steps of ${TOP_UP.step}.`,
    }),
  },
  { additionalProperties: false },
);

const Quote = Type.Object({
  status: oneOfTexts(["quote"], { description: "Always a quote: nothing is charged, and no request is added." }),
  plan: Type.String({ description: "Plan of the request's key." }),
  requests: Type.Integer({ description: "The further requests that the price is for." }),
  price: orNull(
    Type.Object({
      amount: Type.String({ description: "With two decimals." }),
      currency: oneOfTexts(["USD"]),
      per_request: Type.String(),
    }),
    "Null if the operator has set no price.",
  ),
  monthly_limit: Type.Integer({ description: "The month's limit of the key now." }),
  monthly_limit_after: Type.Integer({ description: "The month's limit with the top-up." }),
  monthly_used: Type.Integer(),
  resets_at: Type.String({ description: "When the month ends; requests that are left then expire." }),
  valid_until: orNull(Type.String(), "The price is valid until this moment, ISO 8601 in UTC. Null without a price."),
  note: Type.String(),
});

/** Why the body is refused; undefined if it is not. */
function refusal(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return `Expected a JSON object with "requests", such as {"requests":${TOP_UP.step}}.`;
  const unknown = unknownName("member", body, Body.properties);
  if (unknown !== undefined) return unknown;
  const { requests } = body as { requests?: unknown };
  if (typeof requests === "number" && requests >= TOP_UP.step && requests <= TOP_UP.most && requests % TOP_UP.step === 0) return undefined;
  const came = requests === undefined ? "nothing" : shown(requests);
  return `requests: expected a multiple of ${TOP_UP.step} from ${TOP_UP.step} to ${TOP_UP.most}, got ${came}.`;
}

const VALID_MS = HOUR_MS;
const NOTE = "This is a quote. Nothing is charged and no quota is added. To buy it, contact the service operator.";

const NO_PRICE = "This service's operator has set no price. Nothing is charged and no quota is added. For more requests, contact the operator.";

/** The price of `requests` if each step costs `cents` hundredths of a US dollar. */
const priceOf = (requests: number, cents: number) => ({
  amount: (((requests / TOP_UP.step) * cents) / 100).toFixed(2),
  currency: "USD",
  per_request: (cents / 100 / TOP_UP.step).toFixed(5).replace(/0+$/, ""),
});

/**
 * POST /v1/billing/top-up: the price of further requests this month. It settles and stores nothing. Keys whose month is used up may ask too. `topUpCents` is the
 * operator's price of a step in hundredths of a US dollar.
 */
export function topUp(app: FastifyInstance, { clock }: Context, { topUpCents }: EndpointParts): void {
  const schema = {
    summary: "Quotes the price of further requests this month",
    description: "Returns a price and changes nothing. Counts towards the minute, not towards the month, and answers keys whose month is used up.",
    tags: ["service"],
    ...withExamples([{ body: { requests: TOP_UP.step } }]),
    body: Body,
    response: { 200: envelope(Quote, Type.Object({})), ...REFUSAL_SCHEMAS, ...UNREADABLE },
  };
  const validatorCompiler = () => (body: unknown) => {
    const why = refusal(body);
    return why === undefined ? { value: body } : { error: new Error(why) };
  };
  app.post<{ Body: { requests: number } }>("/v1/billing/top-up", { schema, validatorCompiler, config: { beyondMonth: true } }, async (request) => {
    const { requests } = request.body;
    const { limits, monthUsed, resetsAt } = request.quotaState!;
    const now = clock.realNow();
    return {
      data: {
        status: "quote",
        plan: PLANS[request.apiKey!.plan].title,
        requests,
        price: topUpCents === undefined ? null : priceOf(requests, topUpCents),
        monthly_limit: limits.perMonth,
        monthly_limit_after: limits.perMonth + requests,
        monthly_used: monthUsed,
        resets_at: resetsAt,
        valid_until: topUpCents === undefined ? null : new Date(Math.min(now + VALID_MS, Date.parse(resetsAt))).toISOString(),
        note: topUpCents === undefined ? NO_PRICE : NOTE,
      },
      as_of: new Date(now).toISOString(),
      meta: {},
    };
  });
}
