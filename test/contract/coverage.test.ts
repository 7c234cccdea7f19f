import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readSpecification } from "../coverage/read-specification";
import { SPECIFICATION } from "../coverage/specification";

const root = path.resolve(__dirname, "../..");
const specification = path.resolve(root, "../shared/spec/interface.md");

test("the tests named in test/coverage/specification.json exist, each in its file under its title", () => {
  const texts = new Map<string, string>();
  const isThere = (named: string): boolean => {
    const [file = "", title = ""] = named.split(" › ");
    const at = path.join(root, file);
    if (!texts.has(file)) texts.set(file, existsSync(at) && file.endsWith(".test.ts") ? readFileSync(at, "utf8") : "");
    return ['"', "'", "`"].some((quote) => texts.get(file)!.includes(`${quote}${title}${quote}`));
  };
  expect(SPECIFICATION.flatMap(({ tests = [] }) => tests).filter((named) => !isThere(named))).toEqual([]);
});

test("every item of the list is there once, with a test or with the reason why it has none", () => {
  const ids = SPECIFICATION.map(({ kind, id }) => `${kind} ${id}`);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(SPECIFICATION.filter(({ tests = [], missing }) => tests.length > 0 === (missing !== undefined))).toEqual([]);
});

const title = "the list has every item of the interface specification, and no other";
if (existsSync(specification))
  test(title, () => {
    const items = readSpecification(readFileSync(specification, "utf8"));
    expect(SPECIFICATION.map(({ kind, id, says }) => ({ kind, id, says }))).toEqual(items);
    const kinds = new Set(items.map(({ kind }) => kind));
    // A change of the document's form must not make the reader find nothing.
    for (const kind of kinds) expect([kind, items.filter((item) => item.kind === kind).length > 2]).toEqual([kind, true]);
    expect(kinds.size).toBe(20);
  });
else test.skip(`${title} (skipped: no interface.md in ../shared/spec beside the checkout)`, () => undefined);
