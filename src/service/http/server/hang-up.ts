import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Aborted once the client has closed the connection before the end of its reply. */
    hangUp: AbortSignal;
  }
}

/** Why work on a request stops. */
export class HungUp extends Error {
  constructor() {
    super("The client closed the connection.");
  }
}

/** Notices for each request of `app` if its client hangs up. Fastify's own `request.signal` aborts as soon as a body has been read. */
export function noticeHangUps(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, { raw }) => {
    const controller = new AbortController();
    request.hangUp = controller.signal;
    raw.once("close", () => {
      if (!raw.writableEnded) controller.abort(new HungUp());
    });
  });
}
