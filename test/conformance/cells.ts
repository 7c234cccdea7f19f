import type { CellsUnderTest, Shown } from "./cells-under-test";

const numbers = (shown: readonly Shown[]): number => shown.filter((s) => s.kind === "value" && typeof s.value === "number").length;
const names = (n: number): string[] => Array.from({ length: n }, (_, i) => `T${i}`);
const total = (batches: readonly number[]): number => batches.reduce((a, b) => a + b, 0);

/**
 * Rules for the cells of every host, tested with the real functions, core and service. `open` sets up a host for each test, with a valid key, and closes it
 * afterwards.
 */
export function describeCells(name: string, open: () => Promise<CellsUnderTest>): void {
  describe(`${name}: a cell`, () => {
    let host: CellsUnderTest;
    beforeEach(async () => {
      host = await open();
    });
    /** A test that may follow others in one page. */
    const inKeptPage = async (test: () => Promise<void>): Promise<void> => {
      host.page?.share();
      await test();
      host.page?.passed();
    };
    const one = async (fn: string, ...args: Parameters<CellsUnderTest["down"]>[2][]): Promise<Shown> => (await host.cells([{ fn, args }]))[0]!;

    test("shows a number, a date and a text as such", () =>
      inKeptPage(async () => {
        expect(await one("SERVICE.YIELD", "10Y", "2024-06-19")).toMatchObject({ kind: "value", value: expect.any(Number) as number });
        expect(await one("SERVICE.YIELD", "AS_OF", "2024-06-19")).toEqual({ kind: "value", value: "2024-06-18", day: true });
        expect(await one("SERVICE.REGIME", "label")).toMatchObject({ kind: "value", value: expect.any(String) as string });
      }));

    test("shows the reason as text if there is no data, never 0", () =>
      inKeptPage(async () => expect(await one("SERVICE.FRED", "DGS100")).toEqual({ kind: "reason", words: expect.stringContaining("DGS10") as string })));

    test("explains a wrong argument, and sends nothing", () =>
      inKeptPage(async () => {
        expect(await one("SERVICE.SHORTINTEREST", "GME", "dayz")).toMatchObject({
          kind: "error",
          message: expect.stringMatching(/^field: expected one of pctfloat.*got "dayz"/) as string,
        });
        expect(host.batches()).toEqual([]);
      }));

    test.each(["05/06/2024", "6/7/24", "May 6, 2024", "45418", "5%", "TRUE"])("refuses %s as a date and sends nothing", (text) =>
      inKeptPage(async () => {
        expect(await one("SERVICE.YIELD", "10Y", text)).toMatchObject({
          kind: "error",
          message: expect.stringContaining(`expected a date such as 2024-06-19 or a year such as 2024, got "${text}"; write it as YYYY-MM-DD`) as string,
        });
        expect(host.batches()).toEqual([]);
      }),
    );

    // No other test in a kept page asks these questions, so all of them are sent.
    test(
      "sends a long list in requests of 500, each question once",
      () =>
        inKeptPage(async () => {
          const shown = await host.down("SERVICE.SHORTINTEREST", names(1_200), "days");
          expect(shown).toHaveLength(1_200);
          expect([...host.batches()].sort((a, b) => a - b)).toEqual([200, 500, 500]);
        }),
      120_000,
    );

    test("sends no request for a duplicate or repeated question", () =>
      inKeptPage(async () => {
        const list = [...names(20), ...names(20).map((t) => ` ${t.toLowerCase()}`)];
        await host.down("SERVICE.PRICE", list);
        expect(host.batches()).toEqual([20]);
        const again = await host.down("SERVICE.PRICE", list);
        expect(host.batches()).toEqual([20]);
        expect(again).toHaveLength(40);
      }));

    test(
      "shows the value once the service works again",
      () =>
        inKeptPage(async () => {
          host.service("broken");
          expect(await one("SERVICE.PRICE", "AAPL")).toMatchObject({ kind: "error" });
          host.service("answer");
          expect(await one("SERVICE.PRICE", "AAPL")).toMatchObject({ kind: "value", value: expect.any(Number) as number });
        }),
      60_000,
    );

    test("without a key says what to do, and sends nothing", async () => {
      await host.key("none");
      expect(await one("SERVICE.FRED", "DGS10")).toEqual({
        kind: "reason",
        words: expect.stringMatching(
          /^(Add your API key in the SERVICE pane\.|The owner of this spreadsheet must save an API key in the SERVICE menu\.)$/,
        ) as string,
      });
      expect(host.batches()).toEqual([]);
    });

    test.each([
      ["unknown", /does not know this API key/],
      ["revoked", /has been revoked/],
    ] as const)("with a key that is %s shows that error, and later calls send no request", async (which, words) => {
      await host.key(which);
      expect(await one("SERVICE.FRED", "DGS10")).toMatchObject({ kind: "error", message: expect.stringMatching(words) as string });
      const asked = host.batches().length;
      expect(asked).toBe(1);
      expect(await one("SERVICE.FRED", "DGS2")).toMatchObject({ kind: "error", message: expect.stringMatching(words) as string });
      expect(host.batches()).toHaveLength(asked);
    });

    test.each([
      ["unreachable", /cannot (be reached|reach the service)/, 3],
      ["broken", /had an error/, 2],
      ["truncated", /broken or incomplete/, 3],
      ["large", /^The service's reply is larger than 32 MB and was not read\. .*, or contact the service operator\.$/, 1],
    ] as const)(
      "shows an error after a few retries of a service that is %s, and after none of one whose reply is too large",
      async (behaviour, words, tries) => {
        host.service(behaviour);
        const shown = await host.down("SERVICE.PRICE", names(30));
        expect(numbers(shown)).toBe(0);
        for (const cell of shown) expect(cell).toMatchObject({ kind: "error", message: expect.stringMatching(words) as string });
        expect(host.batches()).toEqual(Array(tries).fill(30));
      },
    );

    test("fails at once if Retry-After is longer than a cell waits", async () => {
      host.service({ retryAfter: "120" });
      const shown = await host.down("SERVICE.PRICE", names(1_000));
      expect(shown).toHaveLength(1_000);
      for (const cell of shown) expect(cell).toMatchObject({ kind: "error", message: expect.stringMatching(/Too many requests\. .* in 2 min\.$/) as string });
      expect(total(host.batches())).toBeLessThanOrEqual(1_000);
    });
  });
}
