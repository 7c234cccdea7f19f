import { renameSync, rmSync, utimesSync } from "node:fs";
import { bookOf, dynamicCell, refreshDesk } from "./refresh-desk";

const desk = refreshDesk();
const { at, put, save, out, err, runUntilStopped } = desk;
/** Its time differs in every refresh. */
const bookWith = (value: number): Uint8Array =>
  bookOf([dynamicCell("A1", '_xldudf_SERVICE_FRED("DGS10")', String(value)) + '<c r="B1"><f>NOW()+A1*0</f><v>1</v></c>']);
const DONE = "1 SERVICE cell and 1 other formula, 1 request; 2 cells changed. 1 cell shows sample data.";
const SECOND = 1 / 60;

describe("refresh --watch", () => {
  it("refreshes a book now and after a save, and never for what it wrote itself", async () => {
    save("b.xlsx", bookWith(1));
    const status = await runUntilStopped(["--watch", "b.xlsx"], () => ({
      5: () => save("b.xlsx", bookWith(2)),
      // Another time, and the same content.
      10: () => utimesSync(at("b.xlsx"), 0, 1000),
      15: () => undefined,
    }));
    expect([status, err()]).toEqual([0, []]);
    expect(out()).toEqual([`2026-11-20 07:00:00 b.xlsx: ${DONE}`, `2026-11-20 07:05:02 b.xlsx: ${DONE}`]);
  });

  it("waits until a book is written whole, also if it is replaced or away for a moment", async () => {
    save("b.xlsx", bookWith(1));
    const next = bookWith(2);
    const status = await runUntilStopped(["--watch", "b.xlsx"], () => ({
      // It looks every two seconds.
      [60 * SECOND]: () => save("b.xlsx", next.subarray(0, 300)),
      [62 * SECOND]: () => save("b.xlsx", next.subarray(0, 400)),
      [64 * SECOND]: () => rmSync(at("b.xlsx")),
      [66 * SECOND]: () => {
        save("draft", next);
        renameSync(at("draft"), at("b.xlsx"));
      },
      5: () => rmSync(at("b.xlsx")),
      10: () => undefined,
    }));
    expect([status, out().map((line) => line.slice(11))]).toEqual([0, [`07:00:00 b.xlsx: ${DONE}`, `07:01:08 b.xlsx: ${DONE}`]]);
    // Said once, after two looks.
    expect(err()).toEqual([`2026-11-20 07:05:02 There is no file b.xlsx. Relative names start from ${at(".")}.`]);
  });

  it("refreshes a book that is open in Excel when it is closed, and says so once", async () => {
    save("b.xlsx", bookWith(1));
    put("~$b.xlsx", new Uint8Array(1));
    const status = await runUntilStopped(["--watch", "b.xlsx"], () => ({
      1: () => save("b.xlsx", bookWith(2)),
      2: () => rmSync(at("~$b.xlsx")),
      // Opened and closed without a save.
      3: () => put("~$b.xlsx", new Uint8Array(1)),
      4: () => rmSync(at("~$b.xlsx")),
      5: () => undefined,
    }));
    expect([status, out()]).toEqual([0, [`2026-11-20 07:02:00 b.xlsx: ${DONE}`]]);
    expect(err()).toEqual([
      "2026-11-20 07:00:02 b.xlsx: It is open in Excel. It is refreshed when it is closed there. If Excel is not open, remove the file ~$b.xlsx.",
    ]);
  });

  it("finds new books of a folder, tries a refused one again after its next save, and with --every refreshes all in each round", async () => {
    desk.folder("in");
    save("in/a.xlsx", bookWith(1));
    const status = await runUntilStopped(["--watch", "--every", "10m", "in"], () => ({
      1: () => save("in/b.xlsx", new Uint8Array(3)),
      2: () => save("in/b.xlsx", bookWith(1)),
      11: () => undefined,
    }));
    expect([status, out().map((line) => line.slice(11, 30))]).toEqual([
      0,
      ["07:00:00 in/a.xlsx:", "07:02:02 in/b.xlsx:", "07:10:00 in/a.xlsx:", "07:10:00 in/b.xlsx:"],
    ]);
    expect(err().map((line) => line.slice(11, 68))).toEqual(["07:01:02 in/b.xlsx: Expected an .xlsx workbook, got a fil"]);
  });
});
