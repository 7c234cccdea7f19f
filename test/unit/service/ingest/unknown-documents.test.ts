import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { cftc } from "../../../../src/service/publishers/cftc/cftc";
import { house } from "../../../../src/service/publishers/house/house";
import type { Publisher } from "../../../../src/service/publishers/publisher";
import { sec } from "../../../../src/service/publishers/sec/sec";
import { treasury } from "../../../../src/service/publishers/treasury/treasury";

function refusal({ feeds, importing }: Publisher, text: string): string {
  try {
    parseByFeed([...feeds, ...(importing?.also ?? [])], { name: "a.txt", bytes: Buffer.from(text) }, undefined, importing?.refuseUnknown);
  } catch (e) {
    return (e as Error).message;
  }
  return "accepted";
}

it.each([
  [sec, '{"accession":["a"],"entityType":"operating"}', "the SEC's list of a filer's submissions"],
  [sec, "SETTLEMENT DATE;CUSIP;SYMBOL", "fails to deliver"],
  [cftc, '[{"markets_and_exchange":"WHEAT"}]', "as JSON"],
  [house, "<Financial><Member>", "the House's index of financial disclosures"],
  [treasury, "Date,1 Month,3 Month", "par yield curve"],
])("an unknown document is refused in one sentence with the nearest layout alone: %#", (publisher, text, title) => {
  const sentence = refusal(publisher, text);
  expect(sentence).toContain(title);
  expect(sentence.match(/begins with|a first line such as/g)?.length).toBeLessThanOrEqual(2);
  expect(sentence.length).toBeLessThan(360);
});

it("an archive of a publisher's file is refused with what to do", () => {
  expect(refusal(cftc, "PK\u0003\u0004\u0014")).toMatch(/^this is a zip archive or a workbook; unpack it and import the file in it/);
});

it("an unknown document that is like none of the publisher's names the page of the docs", () => {
  expect(refusal(sec, "12345 67890")).toBe(
    'expected a document of this publisher, got a document that begins with "12345 67890"; check that it is the right one (docs/data.md, "Which files you can import")',
  );
});
