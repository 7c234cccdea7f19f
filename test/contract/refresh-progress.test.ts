import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as bodyOf } from "node:stream/consumers";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { readBook } from "../../src/workbook/xlsx/read-book";
import { bookOf, dynamicCell, refreshDesk } from "./refresh-desk";

const CALLS = 1_200;
const COLUMNS = 60;
const desk = refreshDesk();
const day = (i: number): string => new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10);
const LARGE = bookOf(Array.from({ length: CALLS }, (_, i) => dynamicCell(`A${i + 1}`, `_xldudf_SERVICE_FREDH("DGS10","${day(i)}")`, "1")));

/** Refreshes the book from a service that answers this many requests and refuses the rest. Returns what was printed. */
async function refreshed(answers: number, ...argv: readonly string[]) {
  let requests = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { cells } = JSON.parse(body) as { cells: { id: number }[] };
      const head = { "content-type": "application/json" };
      if (++requests > answers) return response.writeHead(403, head).end("{}");
      const data = cells.map(({ id }) => ({
        id,
        value: 4.5,
        kind: "number",
        unit: "pct",
        source: "ust",
        code: null,
        reason: null,
        max_age_s: 60,
        as_of: "2026-11-20T12:00:00Z",
      }));
      return response.writeHead(200, head).end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const [out, err, screen]: [string[], string[], string[]] = [[], [], []];
  let time = 0;
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    terminal: { columns: COLUMNS, write: (text: string) => void screen.push(text) },
    cwd: desk.at("."),
    env: { SERVICE_API_KEY: "k".repeat(40) },
    // Each look at the clock is a second later, so that every figure is shown.
    now: () => Date.UTC(2026, 10, 20, 12) + (time += 1_000),
  };
  try {
    const status = await refreshCommand(["--url", `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...argv, "b.xlsx"], io);
    return { status, out, err, screen };
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

const START = "\r\u001b[K";

it("shows on a terminal what it does, in one line that is written again and cleared at the end", async () => {
  desk.put("b.xlsx", LARGE);
  const { status, out, err, screen } = await refreshed(Infinity);
  expect([status, err]).toEqual([0, []]);
  expect(out).toEqual([`b.xlsx: 1,200 SERVICE cells and 0 other formulas, 3 requests; 1,200 cells changed.`]);
  expect(screen.every((text) => text.startsWith(START) && !text.includes("\n") && text.length < START.length + COLUMNS)).toBe(true);
  const steps = screen.map((text) => text.slice(START.length));
  expect(steps[0]).toBe("b.xlsx: reading …");
  expect(steps).toContain("b.xlsx: asked 1,000 of 1,200 calls …");
  expect(steps.slice(-4)).toEqual(["b.xlsx: calculating …", "", "b.xlsx: writing …", ""]);
});

it("writes nothing if the service stops answering; with --keep-going, the answered cells, and lists the others", async () => {
  desk.put("b.xlsx", LARGE);
  const stopped = await refreshed(1);
  expect([stopped.status, stopped.out]).toEqual([1, []]);
  expect(stopped.err).toEqual([
    expect.stringMatching(/^b\.xlsx: The service does not allow this .* Nothing was written\. --keep-going writes what was answered\.$/),
  ]);
  expect(Buffer.compare(desk.read("b.xlsx"), LARGE)).toBe(0);
  const kept = await refreshed(1, "--keep-going");
  expect([kept.status, kept.out]).toEqual([1, ["b.xlsx: 1,200 SERVICE cells and 0 other formulas, 3 requests; 500 cells changed."]]);
  expect(kept.err).toEqual([
    "b.xlsx: S!A501, S!A502, S!A503, S!A504, S!A505 and 695 more keep their values. The service did not answer it.",
    expect.stringMatching(/^b\.xlsx: The service does not allow this/),
  ]);
  const values = readBook(desk.read("b.xlsx")).sheets[0]!.cells.map(({ value }) => value);
  expect([values.slice(0, 500).every((value) => value === 4.5), values.slice(500).every((value) => value === 1)]).toEqual([true, true]);
});
