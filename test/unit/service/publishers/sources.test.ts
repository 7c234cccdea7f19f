import { isEnabled } from "../../../../src/service/answers/is-enabled";
import { isOn } from "../../../../src/service/ingest/is-on";
import { PUBLISHERS } from "../../../../src/service/publishers/all";
import { ATTRIBUTION, type PublisherSource } from "../../../../src/service/records/attribution";
import { PUBLISHER_SOURCES } from "../../../../src/service/records/publisher-sources";
import { openStore } from "../../../../src/service/store/store";

const quoted = PUBLISHERS.filter((p) => p.attribution !== undefined);

it("the sources of answers are the publishers that declare an attribution, word for word", () => {
  expect(Object.fromEntries(quoted.map((p) => [p.id, { attribution: p.attribution, defaultOn: p.terms.defaultOn }]))).toEqual(PUBLISHER_SOURCES);
  expect(ATTRIBUTION).toMatchObject(Object.fromEntries(quoted.map((p) => [p.id, p.attribution])));
  expect(Object.keys(ATTRIBUTION).sort()).toEqual([...quoted.map((p) => p.id), "sample", "user"].sort());
});

it("cells and updates agree on which publishers are on, before and after a decision", () => {
  const store = openStore({ path: ":memory:" });
  try {
    for (const publisher of quoted) {
      const both = () => [isEnabled({ store }, publisher.id as PublisherSource), isOn(store.feeds, publisher)];
      expect(both()).toEqual([publisher.terms.defaultOn, publisher.terms.defaultOn]);
      store.feeds.decide(publisher.id, !publisher.terms.defaultOn, "2024-06-25");
      expect(both()).toEqual([!publisher.terms.defaultOn, !publisher.terms.defaultOn]);
    }
  } finally {
    store.close();
  }
});
