/** What a person asked for cannot be done: the message says why and what to do next. */
export class Refusal extends Error {}

/** The text of whatever was thrown: Google's exceptions are not always this script's errors. */
export const messageOf = (e: unknown): string => {
  const { message } = (typeof e === "object" && e !== null ? e : {}) as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : String(e);
};

/** A sentence for a person, whatever was thrown; never a stack. */
export function sentenceOf(e: unknown): string {
  if (e instanceof Refusal) return e.message;
  const said = messageOf(e)
    .replace(/^Exception:\s*/, "")
    .replace(/[.\s]+$/, "");
  return `Google Sheets stopped this: ${said}. Try again in a minute; if it stays, tell who set this script up for you.`;
}
