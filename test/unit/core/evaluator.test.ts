import { ask, install } from "../../../src/core/ask";
import { createClient } from "../../../src/core/client";
import { createEvaluator, type CellWriter } from "../../../src/core/evaluator";
import { good, virtualHost } from "./virtual-host";

const writer: CellWriter<string> = {
  answer: (a, stale) => `${String(a.value ?? `n/a: ${a.reason}`)}${stale ? " (stale)" : ""}`,
  failure: (error, failure) => {
    throw new Error(`${error} ${failure.code === "argument" ? failure.message : failure.code}`);
  },
  held: (h) => String(h.value),
  noKey: ({ code }) => code,
  errorIn: (error) => error,
};

function set() {
  const host = virtualHost();
  const client = createClient(host);
  client.setAccess("present");
  return { host, client, evaluator: createEvaluator(client, writer) };
}

test("a cache hit is a plain value, not a promise; wrong arguments throw at once", async () => {
  const { host, evaluator } = set();
  const first = evaluator.ask("PRICE", ["A"], {}) as Promise<string>;
  expect(first).toBeInstanceOf(Promise);
  host.pass(10);
  host.sent[0]!.reply(good(host.sent[0]!));
  expect(await first).toBe("1000");
  expect(evaluator.ask("PRICE", ["a "], {})).toBe("1000");
  expect(() => evaluator.ask("PRICE", [true], {})).toThrow(/^#VALUE! ticker: expected/);
  expect(evaluator.ask("PRICE", [{ type: "Error", basicValue: "#REF!" }], {})).toBe("#REF!");
  expect(host.sent).toHaveLength(1);
});

test("a failure rejects with its message; a cancelled call settles at once", async () => {
  const { host, evaluator } = set();
  const a = evaluator.ask("PRICE", ["A"], {}) as Promise<string>;
  const call: { onCanceled?: (() => void) | undefined } = {};
  const b = evaluator.ask("PRICE", ["B"], call) as Promise<string>;
  call.onCanceled!();
  host.pass(10);
  expect(host.sent[0]!.cells).toHaveLength(1);
  host.sent[0]!.reply({ status: 404 });
  await expect(a).rejects.toThrow(/^#N\/A not_found/);
  await expect(b).rejects.toThrow(/cancelled/);
});

test("the formula preview answers from the cache only, however old", async () => {
  const { host, evaluator } = set();
  expect(() => evaluator.ask("PRICE", ["A"], { isInValuePreview: true })).toThrow("#N/A preview");
  const a = evaluator.ask("PRICE", ["A"], {}) as Promise<string>;
  host.pass(10);
  host.sent[0]!.reply(good(host.sent[0]!));
  await a;
  host.pass(3_600_000);
  expect(evaluator.ask("PRICE", ["A"], { isInValuePreview: "true" })).toBe("1000");
  host.pass(100);
  expect(host.sent).toHaveLength(1);
});

test("functions called before a host is set report that instead of hanging", () => {
  expect(() => ask("FRED", ["DGS10"], {})).toThrow(/No host has installed an evaluator/);
  const { evaluator } = set();
  install(evaluator);
  expect(ask("FRED", ["DGS10"], {})).toBeInstanceOf(Promise);
});

test("a reason is text, and an argument that the service refuses is an error", async () => {
  const { host, evaluator } = set();
  const [reason, refused] = [evaluator.ask("PRICE", ["A"], {}), evaluator.askPath("B", "price", {})] as Promise<string>[];
  host.pass(10);
  host.sent[0]!.reply(
    good(host.sent[0]!, (c) =>
      c.id === 0 ? { value: null, code: "no_price", reason: "no price is known" } : { value: null, code: "unknown_function", reason: "no such function" },
    ),
  );
  expect(await reason).toBe("n/a: no price is known");
  await expect(refused).rejects.toThrow("#VALUE! no such function");
});
