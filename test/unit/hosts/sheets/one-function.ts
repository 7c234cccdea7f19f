import { createWorld, type CellOutcome, type World, type WorldOptions } from "../../../sheets/world";

export const NOON = Date.parse("2026-11-21T12:00:00Z");

const open: World[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

/** A world whose script is the body of one custom function, F. Closed after the test. */
export function worldOf(body: string, options: Partial<WorldOptions> = {}): World {
  const world = createWorld({ code: `function F(a, b) { ${body} }`, service: () => ({ status: 200, body: "hello" }), ...options });
  open.push(world);
  return world;
}

/** The value of a cell with that function. */
export const cell = async (body: string, options: Partial<WorldOptions> = {}, args: readonly never[] = []): Promise<CellOutcome> =>
  worldOf(body, options).call("F", args);

export const value = (given: unknown) => ({ kind: "value", value: given });
export const error = (words: RegExp | string) => ({ kind: "error", message: typeof words === "string" ? words : (expect.stringMatching(words) as string) });
