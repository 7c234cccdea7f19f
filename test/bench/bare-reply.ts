import { addDays } from "../../src/contract/dates";

/** The reply for one cell of a daily series. */
const answer = (id: number) => ({
  id,
  value: 4.25 + id / 1000,
  unit: "%",
  observation_date: addDays("2024-01-01", id),
  source: "board_h15",
  as_of: "2026-11-20T14:00:00Z",
  max_age_s: 3600,
  caveats: ["constant_maturity"],
  sample: true,
});

const replies = new Map<number, string>();

/** Reply with this many cells; created once per number. */
export function replyOf(cells: number): string {
  const known = replies.get(cells);
  if (known !== undefined) return known;
  const made = JSON.stringify({
    data: Array.from({ length: cells }, (_, id) => answer(id)),
    meta: { attribution: { board_h15: "Board of Governors of the Federal Reserve System, H.15" } },
  });
  replies.set(cells, made);
  return made;
}
