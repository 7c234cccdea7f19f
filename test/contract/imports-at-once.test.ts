import { spawn } from "node:child_process";
import path from "node:path";
import { addDays } from "../../src/contract/dates";
import type { Batch } from "../../src/service/store/insert-batches";
import { openStore } from "../../src/service/store/store";
import { ROOT } from "../../src/commands/io";
import { commandDesk } from "./command-desk";

const ROWS = 5_000;

const desk = commandDesk();

type Row = Batch["rows"][number];
const row = (value: number): Row => ({ series: "DGS10", date: "2024-06-18", value, source: "user" });
const batch = (rows: readonly Row[]): Batch => ({ publisher: "user", file: "a.csv", sha256: String(rows.length), rows });

test("an import writes its rows although another import commits while it compares stored rows", () => {
  const file = desk.at("service.db");
  const one = openStore({ path: file, busyMs: 1 });
  const other = openStore({ path: file, busyMs: 1 });
  let overtaken = false;
  /** The other import commits after these rows have been read for the first time. */
  const rows = {
    length: 1,
    *[Symbol.iterator]() {
      yield row(4.2);
      if (!overtaken) {
        overtaken = true;
        other.insertBatch(batch([row(4.1)]), "2024-06-25");
      }
    },
    forEach: (each: (one: Row) => void) => each(row(4.2)),
  } as unknown as Row[];
  expect(one.insertBatch(batch(rows), "2024-06-25")).toMatchObject({ added: 0, changed: 1 });
  expect(one.observations.latest("DGS10", "2024-12-31", 1)).toMatchObject([{ value: 4.2 }]);
  for (const store of [one, other]) store.close();
});

/** Runs a command in its own process. */
function run(...words: string[]): Promise<{ readonly status: number | null; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, "scripts", "run.mjs"), "data", ...words, "--data", "d"], {
      cwd: desk.cwd,
      env: { ...process.env, INIT_CWD: desk.cwd },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, said }));
  });
}

function pricesOf(name: string, from: string): string {
  const days = Array.from({ length: ROWS }, (_, i) => `${from},${addDays("1960-01-01", i)},${100 + (i % 7)}`);
  desk.put(name, `symbol,date,close\n${days.join("\n")}\n`);
  return name;
}

test("two processes import the same rows at once: both succeed, each row is stored once", async () => {
  const days = Array.from({ length: ROWS * 2 }, (_, i) => addDays("1962-01-02", i)).filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
  desk.put("dgs10.csv", `DATE,DGS10\n${days.map((day, i) => `${day},${4 + (i % 7) / 100}`).join("\n")}\n`);
  const ended = await Promise.all([run("import", "series", "DGS10", "dgs10.csv"), run("import", "series", "DGS10", "dgs10.csv")]);
  expect(ended).toEqual(ended.map(({ said }) => ({ status: 0, said })));
  expect(desk.inStore((store) => store.observations.count("DGS10", "2024-12-31"))).toBe(days.length);
});

test.each([
  ["forget", ["forget", "a.csv"], 0],
  ["rebuild", ["rebuild", "prices"], ROWS],
])("an import and a %s at once: both succeed, and all imported rows are stored", async (_what, words, left) => {
  expect((await run("import", "prices", pricesOf("a.csv", "AAPL"))).status).toBe(0);
  const ended = await Promise.all([run("import", "prices", pricesOf("b.csv", "MSFT")), run(...words)]);
  expect(ended).toEqual(ended.map(({ said }) => ({ status: 0, said })));
  expect(desk.inStore((store) => store.records.count("price"))).toBe(ROWS + left);
});
