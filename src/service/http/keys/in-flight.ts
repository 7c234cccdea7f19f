import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Called once the answer is ready, or the work on it has stopped. */
    answered?: (() => void)[];
  }
}

export type InFlight = ReturnType<typeof countInFlight>;

/**
 * Counts requests in flight for the routes of `app`: those that are being answered now, by account or address. Each process counts its own. After a client has hung up, its request counts
 * until the work on it has stopped.
 */
export function countInFlight(app: FastifyInstance) {
  const counts = new Map<string, number>();
  const leave = (by: string): void => {
    const left = (counts.get(by) ?? 1) - 1;
    if (left > 0) counts.set(by, left);
    else counts.delete(by);
  };
  app.addHook("onSend", async ({ answered = [] }) => answered.splice(0).forEach((call) => call()));
  return {
    /** Counts a request until its answer is ready and its connection is done with it. False if `by` has `most` already: then it is not counted. */
    enter: (by: string, most: number, request: FastifyRequest, { raw }: FastifyReply): boolean => {
      const count = counts.get(by) ?? 0;
      if (count >= most) return false;
      counts.set(by, count + 1);
      let [isAnswered, isClosed, isCounted] = [false, false, true];
      const check = (): void => {
        if (!isAnswered || !isClosed || !isCounted) return;
        isCounted = false;
        leave(by);
      };
      (request.answered ??= []).push(() => {
        isAnswered = true;
        check();
      });
      // A reply to a client that has hung up is never finished.
      for (const event of ["finish", "close"] as const)
        raw.once(event, () => {
          isClosed = true;
          check();
        });
      return true;
    },
  };
}
