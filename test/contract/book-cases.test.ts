import { bookCases, faultsOf, leftOutOf } from "../book-cases/run-book";

/* Small books that a refresh easily gets wrong. Each case: a file of test/book-cases says what each formula must show afterwards, or why it must keep its value. */

describe("a book that is easily refreshed wrong is right, or keeps its values with the reason:", () => {
  for (const one of bookCases()) it(one.id, async () => expect(await faultsOf(one)).toEqual([]));
});

it("each case says something about every formula of its book", () => {
  expect(bookCases().flatMap((one) => leftOutOf(one).map((address) => `${one.id}: ${address}`))).toEqual([]);
});
