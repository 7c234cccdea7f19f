import { CELL_FUNCTIONS, functionSpec } from "../../../src/contract/functions";
import { PATHS } from "../../../src/contract/paths";
import { openServices } from "./service-under-test";

const open = openServices();

/** Members of every object: a table read with such a key returns a function unless the key is checked. */
const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"];

test("names of built-in object members as functions, arguments or paths give no internal text and no error", async () => {
  const told: string[] = [];
  const service = await open({ onFault: (message) => told.push(message) });
  const cells = NAMES.flatMap((name) => [
    { fn: name, args: [] },
    { entity: "AAPL", path: name },
    ...PATHS.map(({ path }) => ({ entity: name, path })),
    ...CELL_FUNCTIONS.flatMap((fn) => {
      const examples = functionSpec(fn).parameters.map((p) => p.example);
      return examples.map((_, at) => ({ fn, args: examples.map((example, i) => (i === at ? name : example)) }));
    }),
  ]);
  for (let from = 0; from < cells.length; from += 500) {
    const { data } = await service.cells(cells.slice(from, from + 500));
    for (const [i, { value, reason }] of data.entries()) {
      const cell = JSON.stringify(cells[from + i]);
      expect({ cell, text: `${String(value)} ${reason}` }).toEqual({
        cell,
        text: expect.not.stringMatching(/native code|\[object|undefined undefined/) as string,
      });
    }
  }
  expect(told).toEqual([]);
});

test("names of built-in object members in addresses and queries cause no server error", async () => {
  const service = await open({ onFault: (message) => expect(message).toBe("") });
  const urls = NAMES.flatMap((name) => [
    `/macro/fred/${name}`,
    `/v1/macro/fred/${name}/history`,
    `/v1/equities/smart-money/${name}`,
    `/v1/equities/smart-money?direction=${name}`,
    `/v1/equities/institutional?ticker=${name.slice(0, 12)}`,
    `/v1/equities/gamma/${name}`,
    `/v1/equities/insider-clusters?direction=${name}`,
    `/v1/equities/short-interest?symbol=${name.slice(0, 12)}`,
    `/v1/equities/short-interest?sort=${name}`,
    `/v1/screen?columns=${name}`,
    `/v1/brief/equity/${name}`,
    `/v1/brief/${name}/BTC`,
    `/v1/screen?sector=${name}:${name}`,
    `/v1/crypto/derivatives/${name}`,
    `/v1/crypto/derivatives/BTC?exchange=${name}`,
    `/v1/crypto/etf/flows?period=${name}`,
    `/v1/crypto/whales?blockchain=${name}`,
    `/v1/fields?kind=${name}`,
    `/v1/fields?${name}=1`,
    `/${name}`,
  ]);
  for (const url of urls) {
    const { statusCode } = await service.get(url);
    expect({ url, isFault: statusCode >= 500 }).toEqual({ url, isFault: false });
  }
});
