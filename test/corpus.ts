import { chance } from "../src/service/sample/random";

/** `npm run corpus` runs the tests that use this module over everything. `npm test` runs them over a part, chosen by SERVICE_TEST_SEED. */
export const WHOLE = process.env.SERVICE_TEST_WORLD === "whole";
export const SEED = process.env.SERVICE_TEST_SEED ?? "1";

/** A part of these items: each is chosen with this probability, by the seed. All of them in `npm run corpus`. */
export const partOf = <T>(items: readonly T[], probability: number, nameOf: (item: T) => string): readonly T[] =>
  items.filter((item) => WHOLE || chance(probability, SEED, nameOf(item), "part"));

/** How many of something: `all` in `npm run corpus`, otherwise `some`. */
export const many = (all: number, some: number): number => (WHOLE ? all : some);

/** Names the seed in a failure. */
export const TESTED = WHOLE ? "everything" : `a part: SERVICE_TEST_SEED=${SEED}`;
