import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../src/commands/data";
import { openStore, type Store } from "../../src/service/store/store";
import { openLoopback, type Loopback } from "../unit/service/publishers/loopback";

/** Output and exit status of the command. */
interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** The data command in a separate folder, with publishers replayed on this machine. */
interface DataBench {
  readonly cwd: string;
  readonly loopback: Loopback;
  readonly database: string;
  run(argv: readonly string[], env?: Record<string, string>, stop?: AbortSignal): Promise<Said>;
  put(name: string, content: string | Uint8Array): void;
  inStore<T>(read: (store: Store) => T): T;
}

/** Sets up a test file: each test gets a new folder and a new loopback, at this time of the clock. */
export function dataBench(name: string, now: number): DataBench {
  let cwd = "";
  let loopback: Loopback | undefined;
  const there = (): Loopback => {
    if (!loopback) throw new Error("The bench is set up within tests only.");
    return loopback;
  };
  beforeEach(async () => {
    cwd = mkdtempSync(path.join(tmpdir(), `${name}-`));
    loopback = await openLoopback(now, /^https:\/\/[^/]+/);
  });
  afterEach(async () => {
    await there().close();
    rmSync(cwd, { recursive: true, force: true });
  });
  const bench: DataBench = {
    get cwd() {
      return cwd;
    },
    get loopback() {
      return there();
    },
    get database() {
      return path.join(cwd, ".service", "service.db");
    },
    run: async (argv, env = {}, stop = new AbortController().signal) => {
      const out: string[] = [];
      const err: string[] = [];
      const { transport } = there();
      const io = { out: (l: string) => void out.push(l), err: (l: string) => void err.push(l), cwd, now: transport.now, env, transport, stop };
      const status = await data(["--data", ".service", ...argv], io);
      return { status, out: out.join("\n"), err: err.join("\n") };
    },
    put: (file, content) => writeFileSync(path.join(cwd, file), content),
    inStore: (read) => {
      const store = openStore({ path: bench.database });
      try {
        return read(store);
      } finally {
        store.close();
      }
    },
  };
  return bench;
}
