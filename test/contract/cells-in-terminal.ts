import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { evalCommand } from "../../src/commands/eval";
import { REASON, serial, type Arg, type CellCall, type Shown } from "../conformance/cells-under-test";

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** An argument as written in a formula. */
function written(arg: Arg): string {
  if (arg === undefined || arg === null) return "";
  if (typeof arg === "string") return quoted(arg);
  if (typeof arg === "number") return String(arg);
  if (typeof arg === "boolean") return arg ? "TRUE" : "FALSE";
  if ("error" in arg) return arg.error;
  if ("day" in arg) return String(serial(arg.day));
  return `{${arg.range.map((row) => row.map(written).join(",")).join(";")}}`;
}

/** The formula of a call as a user types it, without omitted arguments at its end. */
export function formulaOf({ fn, args }: CellCall): string {
  const last = args.reduce<number>((n, arg, i) => (arg === undefined ? n : i + 1), 0);
  return `=${fn}(${args.slice(0, last).map(written).join(",")})`;
}

interface Line {
  readonly shows: string;
  readonly value: string | number | boolean | null;
  readonly kind?: "date";
  readonly reason?: string;
  readonly error?: string;
  readonly message?: string;
}

/** Output of `npm run eval` for these calls, on sample data as of 28 June 2024. */
export async function evalCells(calls: readonly CellCall[]): Promise<readonly Shown[]> {
  const cwd = mkdtempSync(path.join(tmpdir(), "service-parity-"));
  try {
    writeFileSync(path.join(cwd, "formulas.txt"), calls.map(formulaOf).join("\n"));
    const out: string[] = [];
    const err: string[] = [];
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), cwd, env: {}, now: () => Date.UTC(2024, 5, 28, 12) };
    const status = await evalCommand(["--json", "--data", "d", "--as-of", "2024-06-28", "--file", "formulas.txt"], io);
    if (status !== 0 || out.length !== calls.length)
      throw new Error(`npm run eval gave ${out.length} lines for ${calls.length} formulas, status ${status}: ${err.join(" ")}`);
    return out.map((text) => {
      const { shows, value, kind, error, message } = JSON.parse(text) as Line;
      if (error !== undefined) return { kind: "error", error, message: message ?? "" };
      if (value === null) return { kind: "reason", words: shows.slice(REASON.length) };
      return { kind: "value", value, ...(kind === "date" ? { day: true as const } : {}) };
    });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
