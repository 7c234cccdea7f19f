import { ask, install } from "../../../src/core/ask";
import { createEvaluator, type CellWriter } from "../../../src/core/evaluator";
import { good, ready } from "./virtual-host";

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
  const { host, client } = ready();
  return { host, client, evaluator: createEvaluator(client, writer) };
}

test("a cached answer is returned without a promise, and a wrong argument throws at once", async () => {
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

test("a failed call and a cancelled call reject, and the cancelled call is not sent", async () => {
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

test("the formula preview uses only cached answers, even expired ones", async () => {
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

test("a function that is called before a host is installed throws an error", () => {
  expect(() => ask("FRED", ["DGS10", {}])).toThrow(/No host has installed an evaluator/);
  const { evaluator } = set();
  install(evaluator);
  expect(ask("FRED", ["DGS10", {}])).toBeInstanceOf(Promise);
});

test("a reason is returned as text, and an argument that the service refuses as an error", async () => {
  const { host, evaluator } = set();
  const [reason, refused] = [evaluator.ask("PRICE", ["A"], {}), evaluator.askPath(["B", "price"], {})] as Promise<string>[];
  host.pass(10);
  host.sent[0]!.reply(
    good(host.sent[0]!, (c) =>
      c.id === 0 ? { value: null, code: "no_price", reason: "no price is known" } : { value: null, code: "unknown_function", reason: "no such function" },
    ),
  );
  expect(await reason).toBe("n/a: no price is known");
  await expect(refused).rejects.toThrow("#VALUE! no such function");
});
