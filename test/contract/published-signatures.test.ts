import { FUNCTION_NAMES, functionSpec, type FunctionName } from "../../src/contract/functions";
import { PUBLISHED } from "./published-signatures";

/*
 * Workbooks store ids and the order of arguments, and hosts cache an old functions.json for a day. So published signatures never change: new parameters come
 * last, and are then added to that list.
 */
test.each(Object.entries(PUBLISHED))("%s keeps its id and the order of its parameters", (name, parameters) => {
  expect(
    functionSpec(name as FunctionName)
      .parameters.map((p) => p.name)
      .slice(0, parameters.length),
  ).toEqual([...parameters]);
});

test("every function is in the list of published signatures", () => expect([...FUNCTION_NAMES].sort()).toEqual(Object.keys(PUBLISHED).sort()));
