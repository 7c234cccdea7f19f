import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { evalCommand } from "../../src/commands/eval";
import { key } from "../../src/commands/key";
import { environmentKey, openLocalService, type LocalService } from "../../src/commands/local-service";
import { createApp } from "../../src/service/app";
import { openStore } from "../../src/service/store/store";
import { keyFor } from "./service/service-under-test";
import { commandDesk } from "./command-desk";

const NOW = Date.UTC(2024, 5, 25, 12);

const desk = commandDesk({ now: NOW });
const folder = (): string => desk.at("d");
const keyFile = (): string => desk.at("d", "key");

/** Standard output of `npm run -s key -- …`. */
async function run(...argv: string[]): Promise<string> {
  desk.out.length = 0;
  expect(await key(["--data", "d", ...argv], desk.io)).toBe(0);
  return desk.out.join("\n");
}

/** A running service on the folder. Returns its reply to a key: 200, or the code of its refusal. */
async function running(runKey?: string): Promise<{ local: LocalService; ask(key: string): Promise<number | string> }> {
  const local = await openLocalService(folder(), undefined, desk.io, runKey);
  desk.atEnd(() => local.store.close());
  const app = await createApp(local);
  return {
    local,
    ask: async (token) => {
      const reply = await app.inject({ url: "/v1/status", headers: { authorization: `Bearer ${token}` } });
      return reply.statusCode === 200 ? 200 : reply.json<{ detail: { code: string } }>().detail.code;
    },
  };
}

/** The requests of a key in this month. */
async function usedBy({ store: { ledger } }: LocalService, key: string): Promise<number> {
  const { account } = (await ledger.keys.find(key))!;
  return (await ledger.usage.used(account, ["month:2024-06"]))[0]!;
}

test("key renew makes a new key, and a running service refuses the previous one at once", async () => {
  const { local, ask } = await running();
  const previous = local.key;
  expect(await ask(previous)).toBe(200);
  const renewed = await run("renew");
  expect(renewed).toMatch(/^svc_[\w-]{40}$/);
  expect(renewed).not.toBe(previous);
  expect(readFileSync(keyFile(), "utf8").trim()).toBe(renewed);
  if (process.platform !== "win32") expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  expect([await ask(previous), await ask(renewed), await local.currentKey()]).toEqual(["revoked_key", 200, renewed]);
  expect(await run()).toBe(renewed);
});

test("the next start replaces a deleted key file, and the old key is refused", async () => {
  const first = await running();
  const previous = first.local.key;
  rmSync(keyFile());
  const second = await running();
  expect(second.local.key).not.toBe(previous);
  expect([await second.ask(previous), await second.ask(second.local.key)]).toEqual(["revoked_key", 200]);
  expect(await first.ask(previous)).toBe("revoked_key");
});

test("separately added keys survive renewal or deletion of the local key", async () => {
  const ann = await run("add", "ann");
  const { local, ask } = await running();
  await local.store.ledger.keys.add(keyFor("other"), "free", "another program", "2024-01-01");
  await run("renew");
  rmSync(keyFile());
  const next = await running();
  expect([await ask(ann), await next.ask(ann), await next.ask(keyFor("other"))]).toEqual([200, 200, 200]);
});

test("a previous key is valid again if it is put back into the key file", async () => {
  const { local, ask } = await running();
  await run("renew");
  writeFileSync(keyFile(), `${local.key}\n`);
  await run();
  expect(await ask(local.key)).toBe(200);
});

describe("SERVICE_API_KEY", () => {
  const secret = keyFor("environment");

  it("is valid for one run of start, and is not stored", async () => {
    const runKey = environmentKey({ SERVICE_API_KEY: secret });
    const during = await running(runKey);
    expect([during.local.key, await during.local.currentKey(), await during.ask(secret)]).toEqual([secret, secret, 200]);
    expect([existsSync(keyFile()), await during.local.store.ledger.keys.list()]).toEqual([false, []]);
    const after = await running();
    expect(await after.ask(secret)).toBe("unknown_key");
  });

  it("is not stored by the commands eval and key", async () => {
    desk.env = { SERVICE_API_KEY: secret };
    expect(await evalCommand(["--data", "d", '=SERVICE.YIELD("AS_OF")'], desk.io)).toBe(0);
    const shown = await run();
    expect(shown).not.toBe(secret);
    const { ask } = await running();
    expect([await ask(secret), await ask(shown)]).toEqual(["unknown_key", 200]);
  });

  it("is revoked if an earlier version stored it, with or without a key file", async () => {
    const store = openStore({ path: path.join(folder(), "service.db") });
    await store.ledger.keys.add(secret, "developer", "this machine", "2024-01-01");
    store.close();
    expect(await (await running(keyFor("of this run"))).ask(secret)).toBe("revoked_key");
    expect(await (await running()).ask(secret)).toBe("revoked_key");
  });

  it("leaves the key of the key file valid during the run", async () => {
    const shown = await run();
    const { ask } = await running(secret);
    expect([await ask(shown), await ask(secret)]).toEqual([200, 200]);
  });
});

test("key add prints a new key, key list shows only its name, and key revoke makes it invalid", async () => {
  const { ask } = await running();
  const ann = await run("add", "ann", "--plan", "free");
  expect(await ask(ann)).toBe(200);
  const listed = await run("list");
  expect(listed).toMatch(/^ann\s+free\s+2024-06-25\s+1\s+2024-06-25 12:00\s+–$/m);
  expect(listed).toMatch(/^this machine\s+developer\s+2024-06-25\s+0\s+–\s+–$/m);
  expect(listed).not.toContain(ann.slice(4, 14));
  await expect(key(["--data", "d", "add", "ann"], desk.io)).rejects.toThrow('a key named "ann" exists');
  expect(await run("revoke", "ann")).toBe("The key of ann is revoked.");
  expect(await ask(ann)).toBe("revoked_key");
  expect(await run("list")).toMatch(/^ann\s+free\s+2024-06-25\s+1\s+2024-06-25 12:00\s+2024-06-25$/m);
  await expect(key(["--data", "d", "revoke", "ann"], desk.io)).rejects.toThrow('no valid key is named "ann"');
});

test("key list has the last request of a key also after others have made requests", async () => {
  const { ask } = await running();
  const [ann, ben] = [await run("create", "ann"), await run("create", "ben")];
  await ask(ann);
  desk.now += 3 * 60_000;
  await ask(ben);
  desk.now += 3 * 60_000;
  await ask(ben);
  const rows = (await run("list")).split("\n").filter((line) => /^(ann|ben) /.test(line));
  expect(rows.map((line) => line.split(/\s{2,}/).slice(3, 5))).toEqual([
    ["1", "2024-06-25 12:00"],
    ["2", "2024-06-25 12:06"],
  ]);
});

describe("key create --from FILE", () => {
  it("creates a key for each name, and prints them as CSV", async () => {
    const { ask } = await running();
    desk.put("names.txt", "\uFEFFann\r\ndesk 2\r\n\r\n");
    const [head, ...lines] = (await run("create", "--from", "names.txt", "--plan", "free")).split("\n");
    expect([head, lines.map((line) => line.split(",")[0])]).toEqual(["name,key", ["ann", "desk 2"]]);
    expect(await Promise.all(lines.map((line) => ask(line.split(",")[1]!)))).toEqual([200, 200]);
    expect(desk.err.at(-1)).toBe("(2 keys of the Free plan. Copy them now: only their hashes are stored.)");
  });

  it.each([
    [
      "ann\nben, the second",
      'names.txt, line 2: expected a name of up to 60 letters and digits, such as ann or desk 2, got "ben, the second". No key was created.',
    ],
    ["ann\nben\nann", 'names.txt, line 3: "ann" is there twice. No key was created.'],
    ["ann\ncarl", 'create: a key named "carl" exists. Remove it from names.txt. No key was created.'],
    ["\n", "--from: names.txt has no names. Write one on each line."],
  ])("creates none if the file has %j", async (text, sentence) => {
    await running();
    await run("create", "carl");
    desk.put("names.txt", text);
    await expect(run("create", "--from", "names.txt")).rejects.toThrow(sentence);
    expect((await run("list")).split("\n").map((line) => line.split(/\s{2,}/)[0])).toEqual(["name", "this machine", "carl"]);
  });
});

describe("key renew NAME", () => {
  it("replaces the key of that name at once, and its requests stay counted", async () => {
    const { local, ask } = await running();
    const ann = await run("create", "ann", "--plan", "free");
    const used = (key: string): Promise<number> => usedBy(local, key);
    expect([await ask(ann), await used(ann)]).toEqual([200, 1]);
    const renewed = await run("renew", "ann", "--plan", "developer");
    expect(desk.err.at(-1)).toMatch(/^\(The new Developer key of ann\. Copy it now: .+ The previous one no longer works\.\)$/);
    expect([await ask(ann), await ask(renewed), await used(renewed)]).toEqual(["revoked_key", 200, 2]);
    expect((await run("list")).split("\n").filter((line) => line.startsWith("ann"))).toEqual([
      expect.stringMatching(/^ann\s+free\s+2024-06-25\s+2\s+2024-06-25 12:00\s+2024-06-25$/),
      expect.stringMatching(/^ann\s+developer\s+2024-06-25\s+2\s+2024-06-25 12:00\s+–$/),
    ]);
  });

  it("with --overlap accepts both keys until that time, with one count", async () => {
    const { local, ask } = await running();
    const ann = await run("create", "ann");
    const renewed = await run("renew", "ann", "--overlap", "24h");
    expect(desk.err.at(-1)).toMatch(/The previous one works until 2024-06-26 12:00 UTC\.\)$/);
    expect([await ask(ann), await ask(renewed)]).toEqual([200, 200]);
    expect(await usedBy(local, renewed)).toBe(2);
    expect(await run("list")).toMatch(/^ann\s+developer\s+2024-06-25\s+2\s+2024-06-25 12:00\s+works until 2024-06-26 12:00 UTC$/m);
    desk.now += 24 * 3_600_000 - 1;
    expect(await ask(ann)).toBe(200);
    desk.now++;
    expect([await ask(ann), await ask(renewed)]).toEqual(["revoked_key", 200]);
    // The revoked name is free again, also for a key that only time has ended.
    await run("revoke", "ann");
    expect(await ask(renewed)).toBe("revoked_key");
    expect(await ask(await run("create", "ann"))).toBe(200);
  });
});

test.each([
  [["renwe"], 'key: expected create, list, revoke or renew, got "renwe"'],
  [["add"], "add: expected a name of up to 60 letters and digits"],
  [["add", "this machine"], '"this machine" is the name of this machine\'s own key'],
  [["add", "ann", "lee"], '"lee" was not expected. Put a name of several words in quotes.'],
  [["list", "ann"], '"ann" was not expected'],
  [["add", "ann", "--plan", "gold"], '--plan: expected free or developer, got "gold".'],
  [["revoke", "nobody"], 'no valid key is named "nobody"'],
  [["renew", "nobody"], 'no valid key is named "nobody"'],
  [["renew", "ann", "--overlap", "soon"], '--overlap: expected a time such as 30m, 24h or 7d, at most 90d, got "soon".'],
  [["renew", "ann", "--overlap", "91d"], '--overlap: expected a time such as 30m, 24h or 7d, at most 90d, got "91d".'],
  [["renew", "--overlap", "7d"], "renew: this machine's key is replaced at once and keeps its plan."],
  [["create", "ann", "--overlap", "7d"], "--overlap: only renew NAME replaces a key."],
  [["list", "--from", "names.txt"], "--from: only create makes keys for a list of names."],
  [["create", "ann", "--from", "names.txt"], "create: expected a name or --from, got both."],
  [["create", "--from", "none.txt"], "--from: cannot read none.txt. Check the name; relative names start from "],
  [["list", "--plan", "free"], "--plan: only create and renew NAME make a key with a plan."],
])("key %j is refused with what to type", async (argv, sentence) => {
  await expect(key(["--data", "d", ...argv], desk.io)).rejects.toThrow(sentence);
});

describe("a folder without data", () => {
  it("is not made by a command that needs a key in it", async () => {
    for (const argv of [["list"], ["revoke", "ann"], ["renew", "ann"]]) {
      const why = `there is no database in ${folder()}. Start the service once, or name its folder with --data.`;
      await expect(key(["--data", "d", ...argv], desk.io)).rejects.toThrow(argv[1] ? `${argv[0]}: no valid key is named "ann": ${why}` : `list: ${why}`);
      expect(existsSync(folder())).toBe(false);
    }
  });

  it("is made by the command that creates a key, which says so", async () => {
    await run("create", "ann");
    expect(desk.err[0]).toBe(`(There was no database in ${folder()}: a new one is made.)`);
    desk.err.length = 0;
    await run("create", "bob");
    expect(desk.err).toEqual([expect.stringMatching(/^\(The key of bob\. Copy it now: .+ revoke "bob" --data d\)$/)]);
  });
});
