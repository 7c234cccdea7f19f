import { faultsInEarlierStore, faultsOf, idsOfEarlierStores, valueCases } from "../value-cases/run-case";

/* Small documents of published forms that are easily read wrong. Each case: cases.json says what is imported and what must be shown. */

describe("a document of a form that is easily read wrong gives the right value:", () => {
  for (const one of valueCases()) it(one.id, async () => expect(await faultsOf(one)).toEqual([]));
});

describe("the store of an earlier version is right after the rebuild that status announces:", () => {
  const stored = idsOfEarlierStores();
  for (const one of valueCases().filter(({ id }) => stored.has(id))) it(one.id, async () => expect(await faultsInEarlierStore(one)).toEqual([]), 120_000);
});
