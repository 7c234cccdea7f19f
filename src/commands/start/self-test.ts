import type { Answer } from "../../core/outcome";
import { readDetail, readReply } from "../../core/reply";
import { statusFailure } from "../../core/status-failure";
import type { Post } from "../node-host";
import { terminalWords } from "../terminal-words";

/** The formula of the self-test, which users can type too. */
export const SELF_TEST = '=SERVICE.FRED("DGS10")';
const BODY = JSON.stringify({ cells: [{ id: 0, fn: "FRED", args: ["DGS10"] }] });

/** The words of `npm start` for an error of the service itself. */
const FAULT = "The service had an error, which the log shows. If the database is damaged, stop the service, then type: npm run -s data -- rebuild";

function found({ value, reason, sample, observationDate }: Answer): string {
  const origin = sample ? " (sample data)" : observationDate ? ` (published, ${observationDate})` : "";
  return value === null ? `It answers: ${SELF_TEST} shows n/a: ${reason}${origin}.` : `It works: ${SELF_TEST} shows ${value}${origin}.`;
}

/** Requests one cell from the running service. Returns one line about what came back; never rejects, because no answer must keep the service from starting. */
export async function selfTest(post: Post, now: () => number): Promise<string> {
  const gotNone = (why: string): string => `It runs, but ${SELF_TEST} got no answer. ${why}`;
  try {
    const response = await post(BODY, new AbortController().signal);
    const [status, body] = [response.status, await response.text()];
    if (status === 200) {
      const answer = readReply(body, now(), 1)?.[0];
      return answer ? found(answer) : gotNone(FAULT);
    }
    const retryAfter = response.header("retry-after");
    const failure = statusFailure({ status, body, ...(retryAfter === undefined ? {} : { retryAfter }) }, now());
    if (failure.code === "server_error") return gotNone(FAULT);
    return gotNone((failure.code === "rate_limited" ? readDetail(body).text : undefined) ?? terminalWords(failure));
  } catch (e) {
    return gotNone(`The service had an error: ${e instanceof Error ? e.message : String(e)}`);
  }
}
