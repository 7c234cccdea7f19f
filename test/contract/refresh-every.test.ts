import { readdirSync, readlinkSync, renameSync, rmSync, utimesSync } from "node:fs";
import { intervalOf } from "../../src/commands/refresh/choices";
import { refusing, serving } from "./command-desk";
import { bookOf, call, RATE, refreshDesk, SEVEN, type Controls, type Events } from "./refresh-desk";

const desk = refreshDesk();
const { at, put, save, names, isSame, runUntilStopped } = desk;
const book = bookOf([RATE + '<c r="B1"><f>RANDBETWEEN(1,6)+A1</f><v>2</v></c>']);
const LINE = "1 SERVICE cell and 1 other formula, 1 request; 1 cell changed.";
const SAMPLE = `${LINE} 1 cell shows sample data.`;
const KEPT = "S!B1 keeps its value. It uses RANDBETWEEN, whose result may differ from Excel's.";

/** True if a descriptor of this process is one of the desk's database. */
function isOfDatabase(fd: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith(at("d"));
  } catch {
    return false;
  }
}
const isLinux = process.platform === "linux";

/** Runs the command with a service that refuses every request, and calls `whenAsked` for each. */
function askingRefusal(whenAsked: (controls: Controls) => void, events: Events, ...argv: string[]): Promise<number> {
  let controls: Controls | undefined;
  return serving(
    (...asked) => (whenAsked(controls!), refusing(...asked)),
    (url) => runUntilStopped(["--url", url, ...argv], (given) => ((controls = given), events), { SERVICE_API_KEY: "k".repeat(40) }),
  );
}

describe("refresh --every", () => {
  beforeEach(() => void put("b.xlsx", book));

  it("refreshes from new data in each round, and prints the local time with what changed or failed only", async () => {
    put("bad.xlsx", new Uint8Array(3));
    const status = await runUntilStopped(["--every", "15m", "bad.xlsx", "b.xlsx"], () => ({
      16: () => rmSync(at("bad.xlsx")),
      31: () => desk.import("series.csv", { "2026-11-18": 4.2 }),
      46: () => desk.import("series.csv", { "2026-11-18": 4.3 }),
      61: () => undefined,
    }));
    expect(status).toBe(0);
    expect(desk.out).toEqual([`2026-11-20 07:00:00 b.xlsx: ${SAMPLE}`, `2026-11-20 07:45:00 b.xlsx: ${LINE}`, `2026-11-20 08:00:00 b.xlsx: ${LINE}`]);
    const why = "bad.xlsx: Expected an .xlsx workbook, got a file of another kind. In the application that made it, save it as Excel Workbook (.xlsx).";
    const gone = `There is no file bad.xlsx. Relative names start from ${at(".")}.`;
    expect(desk.err).toEqual([
      `2026-11-20 07:00:00 ${why}`,
      `2026-11-20 07:00:00 b.xlsx: ${KEPT}`,
      `2026-11-20 07:15:00 ${why}`,
      ...["07:30", "07:45", "08:00"].map((time) => `2026-11-20 ${time}:00 ${gone}`),
    ]);
    expect(desk.rowsOf("b.xlsx")[0]).toContain("<v>4.3</v>");
  });

  it("finds new books of a folder, and tries a book that is open in Excel again in the next round", async () => {
    desk.folder("books");
    const status = await runUntilStopped(["--every", "1h", "--backup", "books"], () => ({
      1: () => {
        put("books/b.xlsx", book);
        put("books/~$b.xlsx", new Uint8Array(1));
      },
      61: () => rmSync(at("books/~$b.xlsx")),
      // Its backup is no book of the folder.
      181: () => undefined,
    }));
    expect([status, names("books")]).toEqual([0, ["b.bak.xlsx", "b.xlsx"]]);
    expect(desk.err).toEqual([
      "2026-11-20 08:00:00 books/b.xlsx: It is open in Excel. The next round tries it again. If Excel is not open, remove the file ~$b.xlsx.",
      `2026-11-20 09:00:00 books/b.xlsx: ${KEPT}`,
    ]);
    expect(desk.out).toEqual([`2026-11-20 09:00:00 books/b.xlsx: ${SAMPLE}`]);
  });

  it("prints what it writes elsewhere, or would write, again only if that changed", async () => {
    const status = await runUntilStopped(["--every", "15m", "--dry-run", "b.xlsx"], () => ({
      16: () => desk.import("series.csv", { "2026-11-18": 4.2 }),
      46: () => undefined,
    }));
    expect([status, isSame("b.xlsx", book)]).toEqual([0, true]);
    expect(desk.out.map((line) => line.slice(11))).toEqual([
      expect.stringMatching(/^07:00:00 b\.xlsx: .* 1 cell would change\. 1 cell shows sample data\.$/),
      expect.stringMatching(/^07:00:00 {3}S!A1: 1 → \d/),
      expect.stringMatching(/^07:30:00 b\.xlsx: .* 1 cell would change\.$/),
      "07:30:00   S!A1: 1 → 4.2",
    ]);
  });

  it("keeps one service open, and opens another when the key was renewed", async () => {
    const opened = (): number => (isLinux ? readdirSync("/proc/self/fd").filter((fd) => isOfDatabase(fd)).length : 0);
    const counts: number[] = [];
    const status = await runUntilStopped(["--every", "1m", "b.xlsx"], () => ({
      0.5: () => void counts.push(opened()),
      3.5: async () => {
        counts.push(opened());
        await desk.renewKey();
        put("b.xlsx", book);
      },
      4.5: () => undefined,
    }));
    expect([status, desk.out.length, desk.err.length]).toEqual([0, 2, 1]);
    expect(counts[1]).toBe(counts[0]);
  });

  it("prints a notice once, with its time", async () => {
    expect(await runUntilStopped(["--every", "15m", "--only", "C1", "b.xlsx"], () => ({ 31: () => undefined }))).toBe(0);
    expect([desk.out, desk.err]).toEqual([[], ["2026-11-20 07:00:00 b.xlsx: There is no SERVICE cell in C1."]]);
  });

  it("reports a service that cannot be opened, and tries it again in the next round", async () => {
    const status = await runUntilStopped(["--every", "90s", "b.xlsx"], () => ({
      1: () => {
        rmSync(at("d"), { recursive: true });
        put("d", new Uint8Array(1));
      },
      2: () => {
        rmSync(at("d"));
        put("b.xlsx", book);
      },
      4: () => undefined,
    }));
    expect([status, isSame("b.xlsx", book)]).toEqual([0, false]);
    expect(desk.err.slice(1)).toEqual([`2026-11-20 07:01:30 SERVICE_DATA: expected a folder, but ${at("d")} is a file.`]);
    expect(desk.out).toHaveLength(2);
  });

  it("does not create a data folder that was typed and is gone, as a network drive may be: the books keep their values", async () => {
    desk.now = SEVEN;
    await desk.import("series.csv", { "2026-11-18": 4.2 });
    put("b.xlsx", book);
    const status = await runUntilStopped(["--data", "d", "--every", "1m", "b.xlsx"], () => ({
      0.5: () => renameSync(at("d"), at("e")),
      1.5: () => renameSync(at("e"), at("d")),
      2.5: () => undefined,
    }));
    expect([status, names()]).toEqual([0, ["b.xlsx", "d", "series.csv"]]);
    expect(desk.err.slice(1)).toEqual([
      expect.stringMatching(/^2026-11-20 07:01:00 --data: expected a service's data folder, with its file service\.db; there is no folder /),
    ]);
  });

  it("begins a round after the one before, at the next whole interval", async () => {
    const status = await askingRefusal(({ pass }) => pass(40), { 100: () => undefined }, "--every", "15m", "b.xlsx");
    expect([status, desk.err.map((line) => line.slice(11, 19))]).toEqual([0, ["07:40:00", "08:25:00", "09:10:00"]]);
  });

  it("ends on Ctrl+C after the current book, and on a second one at once", async () => {
    put("a.xlsx", book);
    put("b.xlsx", book);
    let requests = 0;
    const whenAsked = ({ stop }: Controls): void => {
      requests++;
      stop();
      // npm and the terminal each pass on the same Ctrl+C.
      stop();
    };
    expect(await askingRefusal(whenAsked, {}, "--every", "1m", "a.xlsx", "b.xlsx")).toBe(0);
    expect([requests, desk.err.length]).toEqual([1, 1]);
    const twice = ({ stop, pass }: Controls): void => {
      stop();
      pass(1);
      stop();
    };
    expect(await askingRefusal(twice, {}, "--every", "1m", "a.xlsx", "b.xlsx")).toBe(130);
  });

  it("accepts seconds, minutes and hours from a minute to a week, and refuses anything else with what to type", async () => {
    expect(["60s", "90s", "15m", "1H", " 168h "].map(intervalOf)).toEqual([60_000, 90_000, 900_000, 3_600_000, 604_800_000]);
    const wrong = ["15", "30s", "0m", "1d", "-5m", "1.5h", "169h", "1e9h", "m", "15 min"];
    const said = wrong.map((typed) => {
      try {
        return `${typed} is accepted: ${intervalOf(typed)}`;
      } catch (e) {
        return (e as Error).message;
      }
    });
    expect(said).toEqual(wrong.map((typed) => `--every: expected a time from 1m to 168h, such as 90s, 15m or 1h, got ${JSON.stringify(typed)}.`));
    put("b.xlsx", book);
    await expect(desk.run("--every", "5", "b.xlsx")).rejects.toThrow('--every: expected a time from 1m to 168h, such as 90s, 15m or 1h, got "5".');
    await expect(desk.run("--every", "5m", "--out", "o.xlsx", at("."))).rejects.toThrow("--out: expected a book, got a folder");
    await expect(desk.run("--every", "5m", "no.xlsx")).rejects.toThrow("There is no file no.xlsx.");
  });
});

/** Its time differs in every refresh. */
const bookWith = (value: number): Uint8Array =>
  bookOf([call("A1", '_xldudf_SERVICE_FRED("DGS10")', String(value)) + '<c r="B1"><f>NOW()+A1*0</f><v>1</v></c>']);
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
    expect([status, desk.err]).toEqual([0, []]);
    expect(desk.out).toEqual([`2026-11-20 07:00:00 b.xlsx: ${DONE}`, `2026-11-20 07:05:02 b.xlsx: ${DONE}`]);
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
    expect([status, desk.out.map((line) => line.slice(11))]).toEqual([0, [`07:00:00 b.xlsx: ${DONE}`, `07:01:08 b.xlsx: ${DONE}`]]);
    // Said once, after two looks.
    expect(desk.err).toEqual([`2026-11-20 07:05:02 There is no file b.xlsx. Relative names start from ${at(".")}.`]);
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
    expect([status, desk.out]).toEqual([0, [`2026-11-20 07:02:00 b.xlsx: ${DONE}`]]);
    expect(desk.err).toEqual([
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
    expect([status, desk.out.map((line) => line.slice(11, 30))]).toEqual([
      0,
      ["07:00:00 in/a.xlsx:", "07:02:02 in/b.xlsx:", "07:10:00 in/a.xlsx:", "07:10:00 in/b.xlsx:"],
    ]);
    expect(desk.err.map((line) => line.slice(11, 68))).toEqual(["07:01:02 in/b.xlsx: Expected an .xlsx workbook, got a fil"]);
  });
});
