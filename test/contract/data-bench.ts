import { data } from "../../src/commands/data";
import { openLoopback, type Loopback } from "../unit/service/publishers/loopback";
import { commandDesk, type CommandDesk } from "./command-desk";

/** Output and exit status of the command. */
interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** The data command in a separate folder, with publishers replayed on this machine. */
interface DataBench extends CommandDesk {
  loopback: Loopback;
  run(argv: readonly string[], env?: Record<string, string>, stop?: AbortSignal): Promise<Said>;
  /** Writes a file and imports it, with these words before its name. */
  take(name: string, content: string | Uint8Array, ...words: readonly string[]): Promise<Said>;
}

/** Sets up a test file: each test gets a new folder and a new loopback, at this time of the clock. */
export function dataBench(now: number): DataBench {
  const desk = commandDesk({ now, data: ".service" });
  const bench: DataBench = Object.assign(desk, {
    // Each test gets one.
    loopback: undefined as unknown as Loopback,
    run: async (argv: readonly string[], env: Record<string, string> = {}, stop = new AbortController().signal) => {
      const [out, err]: [string[], string[]] = [[], []];
      const { transport } = bench.loopback;
      const io = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line), cwd: desk.cwd, now: transport.now, env };
      const status = await data(["--data", ".service", ...argv], { ...io, transport, stop });
      return { status, out: out.join("\n"), err: err.join("\n") };
    },
    take: (name: string, content: string | Uint8Array, ...words: readonly string[]) => {
      desk.put(name, content);
      return bench.run(["import", ...words, name]);
    },
  });
  beforeEach(async () => {
    bench.loopback = await openLoopback(now, /^https:\/\/[^/]+/);
  });
  afterEach(() => bench.loopback.close());
  return bench;
}
