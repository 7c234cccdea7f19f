import { Type, type Static } from "@sinclair/typebox";
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { fromOwnPage, type LocalKeyOptions } from "../start/local-key";
import type { LocalUpdates } from "./local-updates";

const Body = Type.Object(
  {
    action: Type.Union([Type.Literal("show"), Type.Literal("start"), Type.Literal("cancel")]),
    /** A name or an address, without the parentheses that end a comment of a header. */
    contact: Type.Optional(Type.String({ pattern: "^[\\x21-\\x27\\x2a-\\x7e][\\x20-\\x27\\x2a-\\x7e]{2,119}$" })),
  },
  { additionalProperties: false },
);

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
/** Compares digests, which have one length, so that the time says nothing about the key. */
const isKey = (sent: string | undefined, key: string): boolean => timingSafeEqual(digest(sent ?? ""), digest(`Bearer ${key}`));

interface LocalUpdateOptions extends LocalKeyOptions {
  readonly updates: LocalUpdates;
}

/**
 * Starts, shows and cancels an update for pages of this machine's own origin, which must send the local key in a header. It is beside `/local/key` and not part
 * of the API: it acts on this computer's data folder, for its owner.
 */
export function localUpdateRoute(app: FastifyInstance, { key, origins, updates }: LocalUpdateOptions): void {
  app.post<{ Body: Static<typeof Body> }>(
    "/local/update",
    {
      schema: { hide: true, body: Body },
      // Before the body is read: a page that may not ask learns nothing about its form.
      onRequest: async (request, reply) => {
        reply.header("cache-control", "no-store");
        if (key === undefined)
          return reply.code(403).send({ detail: "This service is not updated from pages (--no-local-key). Type: npm run -s data -- update" });
        if (!fromOwnPage(request, origins))
          return reply.code(403).send({ detail: "Only pages of this service on this machine update it. In a terminal, type: npm run -s data -- update" });
        if (!isKey(request.headers.authorization, await key()))
          return reply
            .code(403)
            .send({ detail: "An update needs this machine's own key. In Account, remove the key that is saved, or type: npm run -s data -- update" });
        return undefined;
      },
    },
    async ({ body: { action, contact } }) => (action === "start" ? updates.start(contact) : action === "cancel" ? updates.cancel() : updates.show()),
  );
}
