import { faultsInEarlierStore, faultsOf, idsOfEarlierStores, valueCases } from "../value-cases/run-case";

/* Small documents of published forms that are easily read wrong. Each case: cases.json says what is imported and what must be shown. */

/** Cases that are not right yet. */
const OPEN: ReadonlySet<string> = new Set([]);

describe("a document of a form that is easily read wrong gives the right value:", () => {
  for (const one of valueCases()) (OPEN.has(one.id) ? it.fails : it)(one.id, async () => expect(await faultsOf(one)).toEqual([]));
});

describe("the store of an earlier version is right after one rebuild:", () => {
  const stored = idsOfEarlierStores();
  for (const one of valueCases().filter(({ id }) => stored.has(id)))
    (OPEN.has(one.id) ? it.fails : it)(one.id, async () => expect(await faultsInEarlierStore(one)).toEqual([]));
});
