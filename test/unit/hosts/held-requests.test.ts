import { createHeldRequests } from "../../../src/hosts/excel/held-requests";
import { pass, withFakeTimers } from "../../time";

withFakeTimers();

const later = () => {
  let settle: () => void = () => undefined;
  const request = new Promise<void>((resolve) => (settle = resolve));
  return { request, settle };
};

/** @param isEditing what Excel answers to the question, if it answers */
function watched(isEditing: () => Promise<boolean>) {
  let questions = 0;
  const held = createHeldRequests(() => {
    questions++;
    return isEditing();
  });
  const heard: (string | undefined)[] = [];
  held.onChange(() => heard.push(held.state()));
  return { held, heard, questions: () => questions };
}

it("says that a cell is edited after a second, until the request is answered", async () => {
  const { held, heard } = watched(async () => true);
  const { request, settle } = later();
  const watching = held.watch(request);
  await pass(999);
  expect(held.state()).toBeUndefined();
  await pass(1);
  expect(held.state()).toBe("editing");
  await pass(60_000);
  settle();
  await watching;
  expect(heard).toEqual(["editing", undefined]);
});

it("says it again after a second for the next request", async () => {
  const { held, heard } = watched(async () => true);
  for (let i = 0; i < 3; i++) {
    const { request, settle } = later();
    const watching = held.watch(request);
    await pass(1_000);
    expect(held.state()).toBe("editing");
    settle();
    await watching;
  }
  expect(heard).toEqual(["editing", undefined, "editing", undefined, "editing", undefined]);
});

it("asks nothing about requests that are answered within a second", async () => {
  const { held, heard, questions } = watched(async () => true);
  for (let i = 0; i < 20; i++) {
    const { request, settle } = later();
    const watching = held.watch(request);
    await pass(900);
    settle();
    await watching;
  }
  await pass(10_000);
  expect([heard, questions()]).toEqual([[], 0]);
});

it("asks with one question at a time about many requests, and says that Excel does not answer if that is held too", async () => {
  const { held, heard, questions } = watched(() => new Promise(() => undefined));
  const requests = Array.from({ length: 100 }, later);
  const watching = requests.map(({ request }) => held.watch(request));
  await pass(60_000);
  expect([heard, questions()]).toEqual([["silent"], 1]);
  for (const { settle } of requests) settle();
  await Promise.all(watching);
  expect(heard).toEqual(["silent", undefined]);
});

it("says nothing while Excel works, and notices an edit that begins later", async () => {
  let editing = false;
  const { held, heard } = watched(async () => editing);
  const { request } = later();
  void held.watch(request);
  await pass(5_000);
  expect(heard).toEqual([]);
  editing = true;
  await pass(2_000);
  expect(heard).toEqual(["editing"]);
});

it("passes on a refused request, and an Excel that cannot say whether a cell is edited", async () => {
  const { held, heard } = watched(() => Promise.reject(new Error("no")));
  const watching = held.watch(new Promise((_, reject) => void setTimeout(() => reject(new Error("refused")), 1_500)));
  const refused = expect(watching).rejects.toThrow("refused");
  await pass(5_000);
  await refused;
  expect(heard).toEqual([]);
});
