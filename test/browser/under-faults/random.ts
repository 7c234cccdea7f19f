import { at, seedOf } from "../../../src/service/sample/random";
import { SEED } from "../../corpus";

/** Choices that follow from a name and the seed of the tests, each another one. */
export interface Random {
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Each item with this probability. */
  some<T>(list: readonly T[], probability: number): T[];
}

export function createRandom(name: string): Random {
  const first = seedOf(SEED, name);
  let n = 0;
  const next = (): number => at(first, n++);
  return {
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    some: (list, probability) => list.filter(() => next() < probability),
  };
}
