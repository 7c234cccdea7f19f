import type { Answer } from "../outcome";

/** The place of one question in the cache, for its last answer and for its pending entry. The cache has it while it holds either. */
export interface Slot<Entry> {
  readonly key: string;
  /** Text of the day or moment that its answers are as of; "" for now. */
  readonly asOf: string;
  answer: Answer | undefined;
  /** Refresh generation of the answer's request. */
  generation: number;
  /** The answer is fresh at least until this wall time (ms), whatever its `max_age_s`. */
  leastUntil: number;
  /** Number of the answer's last use; smaller is longer ago. */
  used: number;
  pending: Entry | undefined;
}

/** Maximum number of cached answers of all moments, at about 700 bytes each: more distinct questions than workbooks have. */
export const CACHE_SIZE = 200_000;
/** Evicts the least recently used of this many random answers: close to the least recent of all, without a cost per use. */
const SAMPLE = 8;

/**
 * The slots with answers, at most `max`. Eviction is random among the oldest: a workbook larger than the cache recalculates in the same order each time, and
 * strict LRU would evict each answer just before it is needed.
 *
 * @param forget called with a slot that is evicted or cleared
 */
function createAnswered<Entry>(random: () => number, max: number, forget: (slot: Slot<Entry>) => void) {
  /** A list, for random picks. */
  const answered: Slot<Entry>[] = [];

  /** Index of the answer to evict. */
  function least(now: number): number {
    // Refreshed answers stay until the cells have read them.
    const rank = ({ used, leastUntil }: Slot<Entry>): number => (leastUntil > now ? used + Number.MAX_SAFE_INTEGER / 2 : used);
    let found = 0;
    let lowest = Infinity;
    const sample = Math.min(SAMPLE, answered.length);
    for (let i = 0; i < sample; i++) {
      const at = sample === answered.length ? i : Math.floor(random() * answered.length);
      const ranked = rank(answered[at]!);
      if (ranked < lowest) [found, lowest] = [at, ranked];
    }
    return found;
  }

  return {
    add: (slot: Slot<Entry>, now: number): void => {
      if (answered.length < max) return void answered.push(slot);
      const at = least(now);
      forget(answered[at]!);
      answered[at] = slot;
    },
    clear: (): void => {
      answered.forEach(forget);
      answered.length = 0;
    },
  };
}

/** The slots of a moment, also if it has none yet. */
function slotsOf<Entry>(moments: Map<string, Map<string, Slot<Entry>>>, asOf: string): Map<string, Slot<Entry>> {
  let slots = moments.get(asOf);
  if (!slots) moments.set(asOf, (slots = new Map()));
  return slots;
}

/**
 * Answers by moment and question key; evicts the least recently used. Expired answers stay: a cell shows them if its call fails. Pending entries are in the
 * same maps: a map of their own would cost each waiting cell three more lookups. Each moment has its own map, because a key of both would cost each cell the
 * joining of two texts.
 */
export function createAnswerCache<Entry>(random: () => number, max = CACHE_SIZE) {
  /** The slots of the current moment, and those of all moments. */
  let byKey = new Map<string, Slot<Entry>>();
  let current = "";
  const moments = new Map([[current, byKey]]);
  let [uses, pending] = [0, 0];
  const answered = createAnswered<Entry>(random, max, (slot) => {
    slot.answer = undefined;
    if (!slot.pending) remove(slot);
  });

  function open(key: string, asOf = current, slots = byKey): Slot<Entry> {
    const found = slots.get(key);
    if (found) return found;
    const slot: Slot<Entry> = { key, asOf, answer: undefined, generation: 0, leastUntil: 0, used: 0, pending: undefined };
    slots.set(key, slot);
    return slot;
  }

  /** Removes a slot that holds nothing, and its moment if that was the last one. */
  function remove({ key, asOf }: Slot<Entry>): void {
    const slots = slotsOf(moments, asOf);
    slots.delete(key);
    if (slots.size === 0 && asOf !== current) moments.delete(asOf);
  }

  return {
    /** From now on, questions mean their answers as of this day or moment; undefined for now. Answers of other moments stay cached. */
    setAsOf: (asOf = ""): void => {
      if (byKey.size === 0) moments.delete(current);
      current = asOf;
      byKey = slotsOf(moments, asOf);
    },
    /** True if the slot belongs to the moment that was set last. */
    isCurrent: ({ asOf }: Slot<Entry>): boolean => asOf === current,
    /** Answer of this generation within its `max_age_s`. */
    fresh: (key: string, generation: number, now: number): Answer | undefined => {
      const found = byKey.get(key);
      if (!found?.answer || found.generation !== generation) return undefined;
      found.used = ++uses;
      const age = now - found.answer.receivedAt;
      // A negative age (the clock was set back) counts as expired.
      return age >= 0 && (age < found.answer.maxAgeS * 1000 || now < found.leastUntil) ? found.answer : undefined;
    },
    /** Last known answer of any age. */
    last: (key: string): Answer | undefined => byKey.get(key)?.answer,
    /** The slot of a question, for its pending entry or its answer. */
    open: (key: string): Slot<Entry> => open(key),
    /** The question is pending with this entry, in place of an earlier one. */
    enter: (slot: Slot<Entry>, entry: Entry): void => {
      if (slot.pending === undefined) pending++;
      slot.pending = entry;
    },
    /** The entry is no longer pending. Leaves a later one (asked since a refresh) that has replaced it. */
    leave: (slot: Slot<Entry>, entry: Entry): void => {
      if (slot.pending !== entry) return;
      slot.pending = undefined;
      pending--;
      if (!slot.answer) remove(slot);
    },
    /** Number of pending questions. */
    pending: (): number => pending,
    /** @param leastMs minimum time it stays fresh, whatever its `max_age_s`; until then it is evicted last */
    put: (given: Slot<Entry>, answer: Answer, generation: number, leastMs = 0): void => {
      // An entry that a later one has replaced may answer after its slot has left the map.
      const slot = given.answer || given.pending ? given : open(given.key, given.asOf, slotsOf(moments, given.asOf));
      if (!slot.answer) answered.add(slot, answer.receivedAt);
      else if (slot.generation > generation) return;
      slot.answer = answer;
      slot.generation = generation;
      slot.leastUntil = leastMs === 0 ? 0 : answer.receivedAt + leastMs;
      slot.used = ++uses;
    },
    /** Forgets the answers of all moments. */
    clear: answered.clear,
  };
}
