import type { CellsInSheets } from "../../sheets/cells-in-sheets";
import type { Mode } from "../../sheets/service";
import { answering, sheetsOfTests, sidebar } from "../../sheets/sheets-of-tests";
import type { CellOutcome, WorldOptions } from "../../sheets/world";
import { many, TESTED } from "../../corpus";

/* A spreadsheet that opens: Sheets may call the functions of all its cells again, each in an execution of its own. */

const ofTests = sheetsOfTests();

const CELLS = many(1_000, 40);
/** Google's limit of executions at one time, and how often each sends a request to a service that is down. */
const [AT_ONCE, TRIES] = [30, 3];
const formulaOf = (i: number): string => `=SERVICE_PRICE("T${i}")`;
const valueOf = (i: number): number => i * 1.25 + 0.5;
const valueOfTicker = ([ticker = ""]: readonly string[]): number => valueOf(Number(ticker.slice(1)));
const numbers = Array.from({ length: CELLS }, (_, i) => i);

/** A book of many formulas, each with the value that the service answers, and nothing in Google's cache. */
async function opened(options: Partial<WorldOptions> = {}): Promise<CellsInSheets> {
  const at = await ofTests.sheets(ofTests.script, {
    spreadsheet: { sheets: { Prices: Object.fromEntries(numbers.map((i) => [`A${i + 1}`, { formula: formulaOf(i), value: valueOf(i) }])) } },
    calculates: Object.fromEntries(numbers.map((i) => [formulaOf(i), { name: "SERVICE_PRICE", args: [`T${i}`] }])),
    ...options,
  });
  answering(at, valueOfTicker);
  return at;
}

/** The book after it has been opened once with a service that answers. */
async function warm(options: Partial<WorldOptions> = {}): Promise<CellsInSheets> {
  const at = await opened(options);
  await at.world.open();
  return at;
}

/** Opens the book: the number of requests, the distinct messages of cells that are no number, and the cells with another value than before. */
async function open({ world, service_ }: CellsInSheets) {
  const sent = service_.batches.length;
  const outcomes = await world.open();
  const textOf = (outcome: CellOutcome): string[] =>
    outcome.kind === "error" ? [outcome.message] : typeof outcome.value === "number" ? [] : [JSON.stringify(outcome.value)];
  const texts = new Set([...outcomes.values()].flatMap(textOf));
  const cells: Readonly<Record<string, unknown>> = world.spreadsheet.sheets["Prices"] ?? {};
  const others = numbers.filter((i) => (cells[`A${i + 1}`] as { readonly value?: unknown } | undefined)?.value !== valueOf(i)).length;
  return { requests: service_.batches.length - sent, texts: [...texts], others };
}

/** The service's refusal of a key whose requests of the month are used up. */
const OVER_QUOTA = { status: 401, body: JSON.stringify({ detail: { code: "over_quota", resets_at: "2024-07-01T00:00:00Z" } }) };
const ALL_STAY = { requests: 0, texts: [], others: 0 };
/** Past the hour for which an answer is good, and within the six for which Google keeps it. */
const expire = ({ world }: CellsInSheets): void => world.advance(2 * 3_600_000);
const service =
  (mode: Mode) =>
  ({ service_ }: CellsInSheets): void =>
    void (service_.switches.mode = mode);
const withoutKey = (at: CellsInSheets): Promise<void> => at.key("none");
const asBefore = (): void => undefined;
const IN_TIME = 120_000;

describe(`a book of ${CELLS} formulas that opens (${TESTED})`, () => {
  test("with a warm cache sends nothing, and each cell has its value", async () => expect(await open(await warm())).toEqual(ALL_STAY), IN_TIME);

  test(
    "with a cold cache sends each question once, and each cell has its value",
    async () => expect(await open(await opened())).toEqual({ ...ALL_STAY, requests: CELLS }),
    IN_TIME,
  );

  test.each([
    ["after Google's daily limit of requests is used up", asBefore, { fetchesPerDay: CELLS }, 0],
    ["while no server answers", service("unreachable"), {}, AT_ONCE * TRIES],
    ["while a proxy has no service behind it", service({ status: 502, body: "<html></html>" }), {}, AT_ONCE * TRIES],
    ["after the key's quota is used up", service(OVER_QUOTA), {}, AT_ONCE],
    ["after the service has refused the key", service("refused"), {}, AT_ONCE],
    ["after the owner has removed the key", withoutKey, {}, 0],
  ] as const)(
    "%s keeps each value, whether its answer is fresh or has expired",
    async (_, happen, options, most) => {
      const at = await warm(options);
      await happen(at);
      expect(await open(at)).toEqual(ALL_STAY);
      expire(at);
      const { requests, ...rest } = await open(at);
      expect(rest).toEqual({ texts: [], others: 0 });
      expect(requests).toBeLessThanOrEqual(most);
    },
    IN_TIME,
  );

  const OWNER = '"n/a: The owner of this spreadsheet must save an API key in the SERVICE menu."';
  test.each([
    ["after Google's daily limit of requests is used up", asBefore, { fetchesPerDay: 0 }, 0, /^Google's daily limit of requests is used up/],
    ["while no server answers", service("unreachable"), {}, AT_ONCE * TRIES, /^Google's servers cannot reach/],
    ["after the key's quota is used up", service(OVER_QUOTA), {}, AT_ONCE, /quota is used up/],
    ["without a key", withoutKey, {}, 0, new RegExp(`^${OWNER}$`)],
  ] as const)(
    "%s and with nothing in the cache says so in each cell, and shows no 0",
    async (_, happen, options, most, words) => {
      const at = await opened(options);
      await happen(at);
      const { requests, texts, others } = await open(at);
      expect(texts).toEqual([expect.stringMatching(words)]);
      expect(others).toBe(CELLS);
      expect(requests).toBeLessThanOrEqual(most);
      const shown = new Set(Object.values(at.world.spreadsheet.sheets["Prices"] ?? {}).map((cell) => (cell as { readonly value: unknown }).value));
      expect([...shown]).toEqual([expect.stringMatching(/^(#ERROR!|n\/a: .*)$/)]);
      // A refresh of the errors gives them their values, once the cause is gone.
      if ("fetchesPerDay" in options) return;
      answering(at, valueOfTicker);
      await at.key("good");
      // Cells remember for five minutes that the quota is used up.
      at.world.advance(301_000);
      expect(await sidebar(at, "refresh", "errors")).toMatchObject({ cells: CELLS, troubles: [] });
    },
    IN_TIME,
  );
});
