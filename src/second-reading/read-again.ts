import { readFacts } from "./facts";
import { readHoldings } from "./holdings";
import { isInColumns, readHouse } from "./house";
import { readOwnership } from "./ownership";
import type { Reading } from "./reading";
import { readShortInterest } from "./short-interest";
import { readSubmission } from "./submission";

/**
 * Reads a published document by code of its own, only to confirm what the service made of it: company facts, Forms 13F, 4 and 5, short interest, and trades of
 * House members. Never used to serve.
 *
 * @returns nothing for documents of other kinds; undefined for a House report without columns
 */
export function readAgain(bytes: Uint8Array): readonly Reading[] | undefined {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, "");
  const head = text.slice(0, 2_000);
  if (/^\s*\{/.test(head) && head.includes('"cik"') && head.includes('"entityName"')) return readFacts(text);
  if (head.includes("shortPositionQuantity") || head.includes("ShortPositionQuantity")) return readShortInterest(text);
  if (/Clerk of the House of Representatives/i.test(head)) return isInColumns(text) ? readHouse(text) : undefined;
  if (!head.includes("<SEC-") && !/<(\w+:)?ownershipDocument/.test(head)) return [];
  const submission = readSubmission(text);
  return [...readHoldings(submission), ...readOwnership(submission)];
}
