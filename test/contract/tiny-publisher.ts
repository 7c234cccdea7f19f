import type { Feed, Publisher } from "../../src/service/publishers/publisher";

/** Everything that a publisher needs besides how its documents are read and fetched. */
export const tinyPublisher = (feed: Pick<Feed, "parse" | "fetching">): Publisher => ({
  id: "tiny",
  name: "Tiny Statistics",
  terms: { licence: "public domain", url: "https://tiny.example/terms", text: "Free to use.", defaultOn: true, redistribution: "allowed" },
  feeds: [
    {
      id: "tiny.claims",
      title: "tiny claims",
      looksLike: "week,claims",
      recognises: ({ bytes }) => Buffer.from(bytes).toString().startsWith("week,claims"),
      ...feed,
    },
  ],
  msBetween: 1,
});

/** The list of publishers with this one at its end, as `publishers/all` exports it. */
export function withPublisher(publishers: readonly Publisher[], added: Publisher) {
  const all = [...publishers, added];
  return { PUBLISHERS: all, publisherOf: (id: string) => all.find((p) => p.id === id) };
}
