import fc from "fast-check";
import { readAgain, readFacts } from "../../../src/second-reading/read-again";
import { statementsOf } from "../../../src/second-reading/statements";
import { many, SEED } from "../../corpus";
import { MADE } from "../../second-reading/made-documents";
import { madeFacts } from "../../second-reading/make-facts";

describe("the second reading reads what a made document states:", () => {
  for (const [kind, made] of Object.entries(MADE))
    it(kind, () =>
      fc.assert(
        fc.property(made, ({ text, states }) => {
          const kinds = new Set(states.map((one) => one.kind));
          const read = (readAgain(new TextEncoder().encode(text)) ?? []).filter((one) => kinds.has(one.kind));
          expect(read).toEqual(states.map((one) => expect.objectContaining(one) as unknown));
        }),
        { seed: Number(SEED), numRuns: many(2_000, 40) },
      ),
    );
});

test("the second reading finds the right figures of made companies", () =>
  fc.assert(
    fc.property(madeFacts, ({ text, figures }) => {
      const { lines, currencyOf } = statementsOf(readFacts(text));
      const found = figures.map(({ metric, end, length, currency, value }) => {
        const line = lines(currency).find((one) => one.metric === metric);
        return { metric, end, length, currency: currencyOf(end, length), value: line?.at(end, length, "2099-01-01")?.value, expected: value };
      });
      expect(found).toEqual(figures.map(({ metric, end, length, currency, value }) => ({ metric, end, length, currency, value, expected: value })));
    }),
    { seed: Number(SEED), numRuns: many(2_000, 40) },
  ));
