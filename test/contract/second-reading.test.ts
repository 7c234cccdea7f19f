import fc from "fast-check";
import { many, SEED } from "../corpus";
import { pathsBelow } from "../files";
import { itWithSharedData } from "../shared-data";
import { CASES } from "../value-cases/run-case";
import { MADE } from "../second-reading/made-documents";
import { bytesOf, publisherOfFile, readTwice } from "../second-reading/read-twice";

/* A second reading of published documents, by code of its own, agrees with the service's rows of them. */

/** Files of the kinds that are read twice. */
const KINDS = /^(sec\/(companyfacts|13f|form4)|finra\/shrt|house_ptr)/;

itWithSharedData("a second reading agrees with the service on every published file", (folder) => {
  const all = pathsBelow(folder)
    .filter((file) => KINDS.test(file))
    .flatMap((file) => readTwice(publisherOfFile(file), file, bytesOf(folder, file)) ?? []);
  const sentences = all.flatMap(({ differences }) => differences.map(({ sentence }) => sentence));
  expect(sentences).toEqual([]);
  expect(all.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(16_000);
});

describe("a second reading agrees with the service on each input of the value cases:", () => {
  for (const file of pathsBelow(CASES).filter((name) => /\.(txt|csv|json)$/.test(name) && name !== "cases.json"))
    it(file, () => {
      const comparison = readTwice(publisherOfFile(file), file, bytesOf(CASES, file));
      expect(comparison?.differences.map(({ sentence }) => sentence) ?? []).toEqual([]);
    });
});

describe("a second reading agrees with the service on made documents of every odd form:", () => {
  for (const [kind, made] of Object.entries(MADE))
    it(kind, () =>
      fc.assert(
        fc.property(made, ({ publisher, name, text }) => {
          const comparison = readTwice(publisher, name, new TextEncoder().encode(text));
          expect(comparison?.differences.map(({ sentence }) => sentence)).toEqual([]);
          expect(comparison?.compared).toBeGreaterThan(0);
        }),
        { seed: Number(SEED), numRuns: many(2_000, 40) },
      ),
    );
});
