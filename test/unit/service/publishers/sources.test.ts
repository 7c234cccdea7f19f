import { readdirSync } from "node:fs";
import path from "node:path";
import { isEnabled } from "../../../../src/service/answers/is-enabled";
import { isPublisherOn as isPublisherEnabled } from "../../../../src/service/ingest/due";
import { PUBLISHERS } from "../../../../src/service/publishers/all";
import { PUBLISHER_SOURCES, type PublisherSource } from "../../../../src/service/records/attribution";
import { openStore } from "../../../../src/service/store/store";

const quoted = PUBLISHERS.filter((p) => p.id in PUBLISHER_SOURCES);

it("every source that answers quote is a publisher, in the same order and with the same terms", () =>
  expect(quoted.map(({ id, terms }) => [id, terms])).toEqual(Object.entries(PUBLISHER_SOURCES)));

const folder = path.resolve(__dirname, "../../../../src/service/publishers");
const entries = readdirSync(folder, { withFileTypes: true });

it("every folder in src/service/publishers is a listed publisher's, or is named own or reading", () => {
  const folders = entries.filter((e) => e.isDirectory()).map((e) => e.name);
  expect(folders.sort()).toEqual([...quoted.map((p) => p.id), "own", "reading"].sort());
  expect(entries.filter((e) => e.isFile()).map((e) => e.name)).toEqual(["all.ts", "publisher.ts", "tsconfig.json"]);
});

it("every publisher that no answer quotes has its module in publishers/own", () => {
  const own = PUBLISHERS.filter((p) => !quoted.includes(p)).map((p) => p.id);
  const modules = readdirSync(path.join(folder, "own")).map((name) => name.replace(/\.ts$/, ""));
  expect(modules.sort()).toEqual([...own, "own-columns", "series", "vintages"].sort());
});

it("cells and updates agree on which publishers are on, by default and after a change", () => {
  const store = openStore({ path: ":memory:" });
  try {
    for (const publisher of quoted) {
      const both = () => [isEnabled({ store }, publisher.id as PublisherSource), isPublisherEnabled(store.decisions, publisher)];
      expect(both()).toEqual([publisher.terms.defaultOn, publisher.terms.defaultOn]);
      store.decisions.decide(publisher.id, !publisher.terms.defaultOn, "2024-06-25");
      expect(both()).toEqual([!publisher.terms.defaultOn, !publisher.terms.defaultOn]);
    }
  } finally {
    store.close();
  }
});
