import { readFileSync } from "node:fs";
import { join } from "node:path";
import { complaints, schemasAreHere } from "./manifest-complaints";

const root = join(__dirname, "..", "..");
const written = readFileSync(join(root, "manifest.xml"), "utf8");
const manifest = written.replace(/<!--[\s\S]*?-->/g, "");
const all = (pattern: RegExp): string[] => [...manifest.matchAll(pattern)].map((m) => m[1] ?? "");

/** Resources by id: what `resid` points at. */
const resources = new Map(
  [...manifest.matchAll(/<bt:(Image|Url|String) id="([^"]+)" DefaultValue="([^"]*)"/g)].map(([, kind, id, value]) => [
    id!,
    { kind: kind!, value: value!.replaceAll("&quot;", '"') },
  ]),
);
const valueOf = (resid: string | undefined): string | undefined => resources.get(resid ?? "")?.value;
const PAGE = "https://localhost:3000/taskpane.html";

describe("manifest.xml", () => {
  test("names resources that exist, and none that nothing uses", () => {
    const used = new Set(all(/resid="([^"]+)"/g));
    expect([...used].filter((id) => !resources.has(id))).toEqual([]);
    expect([...resources.keys()].filter((id) => !used.has(id))).toEqual([]);
    expect([...resources.keys()].filter((id) => id.length > 32)).toEqual([]);
    expect(all(/<bt:(?:Image|Url|String) id="([^"]+)"/g)).toHaveLength(resources.size);
  });

  test("loads one page for the runtime, the functions, the ribbon and the pane", () => {
    const pages = [
      /<Runtime resid="([^"]+)" lifetime="long"\/>/,
      /<Page>\s*<SourceLocation resid="([^"]+)"/,
      /<FunctionFile resid="([^"]+)"/,
      /<Action xsi:type="ShowTaskpane">\s*<SourceLocation resid="([^"]+)"/,
    ].map((pattern) => pattern.exec(manifest)?.[1]);
    expect(new Set(pages).size).toBe(1);
    expect(valueOf(pages[0])).toBe(PAGE);
    expect(all(/<DefaultSettings>\s*<SourceLocation DefaultValue="([^"]+)"/g)).toEqual([PAGE]);
    // A pane of its own id would be a second pane, which a shared runtime does not allow.
    expect(manifest).not.toContain("TaskpaneId");
  });

  test("takes script and metadata from the web build", () => {
    expect(valueOf(/<Script>\s*<SourceLocation resid="([^"]+)"/.exec(manifest)?.[1])).toBe("https://localhost:3000/functions.js");
    expect(valueOf(/<Metadata>\s*<SourceLocation resid="([^"]+)"/.exec(manifest)?.[1])).toBe("https://localhost:3000/functions.json");
  });

  test("has no namespace, so that =SERVICE(entity, path) is a function", () => {
    expect(manifest).not.toContain("Namespace");
  });

  test("uses https everywhere", () => {
    const addresses = [...all(/DefaultValue="(\w+:[^"]+)"/g), ...all(/<AppDomain>([^<]+)</g)];
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((address) => !address.startsWith("https://localhost:3000"))).toEqual([]);
  });

  test("keeps its texts within 125 and 250 characters", () => {
    const section = (name: string): string[] =>
      [...(new RegExp(`<bt:${name}>([\\s\\S]*?)</bt:${name}>`).exec(manifest)?.[1] ?? "").matchAll(/id="([^"]+)"/g)].map((m) => m[1]!);
    const [short, long] = [section("ShortStrings"), section("LongStrings")];
    expect(short.length).toBeGreaterThan(0);
    expect(long.length).toBeGreaterThan(0);
    expect(short.filter((id) => valueOf(id)!.length > 125)).toEqual([]);
    expect(long.filter((id) => valueOf(id)!.length > 250)).toEqual([]);
    expect(all(/<DisplayName DefaultValue="([^"]+)"/g)).toEqual(["Service"]);
    expect(all(/<Description DefaultValue="([^"]+)"/g).map((d) => d.length <= 250)).toEqual([true]);
  });

  test("has a GUID and a version of four numbers that begins with the package's", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(all(/<Id>([^<]+)</g)).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)]);
    expect(all(/<Version>([^<]+)</g)).toEqual([`${version}.0`]);
  });

  test("asks only for the requirement sets that it cannot do without", () => {
    expect([...manifest.matchAll(/<Set Name="([^"]+)" MinVersion="([^"]+)"/g)].map(([, name, version]) => `${name} ${version}`)).toEqual([
      "SharedRuntime 1.1",
      "CustomFunctionsRuntime 1.1",
    ]);
  });

  test("puts two buttons on the Home tab", () => {
    expect(all(/<OfficeTab id="([^"]+)"/g)).toEqual(["TabHome"]);
    expect(all(/<Control xsi:type="Button" id="[^"]+">\s*<Label resid="([^"]+)"/g).map(valueOf)).toEqual(["Open pane", "Refresh"]);
    expect(all(/<FunctionName>([^<]+)</g)).toEqual(["refresh"]);
  });
});

describe("icons", () => {
  /** Width and height stand in the first chunk of every PNG. */
  const sizeOf = (address: string): [number, number] => {
    const png = readFileSync(join(root, new URL(address).pathname));
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };

  test.each([
    ["IconUrl", 32],
    ["HighResolutionIconUrl", 64],
  ])("%s is %i pixels wide and high", (element, size) => {
    expect(sizeOf(all(new RegExp(`<${element} DefaultValue="([^"]+)"`, "g"))[0]!)).toEqual([size, size]);
  });

  test("every ribbon image has the size that it is given for, and 16, 32 and 80 are there", () => {
    const images = [...manifest.matchAll(/<bt:Image size="(\d+)" resid="([^"]+)"/g)].map(([, size, resid]) => [Number(size), valueOf(resid)!] as const);
    for (const [size, address] of images) expect([address, ...sizeOf(address)]).toEqual([address, size, size]);
    for (const icon of all(/<Icon>([\s\S]*?)<\/Icon>/g))
      expect([...icon.matchAll(/size="(\d+)"/g)].map((m) => m[1])).toEqual(expect.arrayContaining(["16", "32", "80"]));
  });
});

describe("against Microsoft's schemas", () => {
  if (!schemasAreHere) {
    test.skip("../shared/data/manifest-xsd is not here: the manifest is checked by its structure only", () => undefined);
    return;
  }

  test("is valid", async () => {
    expect(await complaints(written)).toEqual([]);
  });

  test("would not be, with a runtime of a lifetime that there is not", async () => {
    expect(await complaints(written.replace('lifetime="long"', 'lifetime="eternal"'))).not.toEqual([]);
  });
});
