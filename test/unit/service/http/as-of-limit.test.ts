import { createPlaces } from "../../../../src/service/http/keys/as-of-limit";

const bounds = { most: 3, mostOfAccount: 2, mostWaiting: 2, mostWaitingInAll: 3 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Requests that take a place. `events` lists who has got one, was refused or has hung up. */
function requests() {
  const take = createPlaces(bounds);
  const events: string[] = [];
  const request = (name: string, account: string) => {
    const client = new AbortController();
    const leave = take(account, client.signal).then(
      (given) => (events.push(given ? `${name} begins` : `${name} is refused`), given),
      () => void events.push(`${name} has hung up`),
    );
    return { end: async () => (await leave)?.(), hangUp: () => client.abort() };
  };
  return { request, events };
}

describe("places for requests as of past moments", () => {
  it("go to the account that has the fewest, then to the request that has waited longest", async () => {
    const { request, events } = requests();
    const [a1, a2] = [request("a1", "a"), request("a2", "a"), request("a3", "a")];
    const b1 = request("b1", "b");
    request("b2", "b");
    await settled();
    events.length = 0;
    await b1.end();
    await settled();
    expect(events).toEqual(["b2 begins"]);
    await a1!.end();
    await a2!.end();
    await settled();
    expect(events).toEqual(["b2 begins", "a3 begins"]);
  });

  it("are refused if too many requests wait, of the account or of all", async () => {
    const { request, events } = requests();
    const [first] = ["a1", "a2", "b1", "a3", "a4", "a5", "b2", "c1", "d1"].map((name) => request(name, name[0]!));
    await settled();
    expect(events.filter((event) => event.endsWith("refused"))).toEqual(["a5 is refused", "c1 is refused", "d1 is refused"]);
    await first!.end();
    request("c2", "c");
    request("d2", "d");
    await settled();
    expect(events.filter((event) => event.endsWith("refused")).slice(3)).toEqual(["d2 is refused"]);
  });

  it("come back from a client that hangs up at the moment it gets one", async () => {
    const { request, events } = requests();
    const first = [request("a1", "a"), request("a2", "a")][0]!;
    const third = request("a3", "a");
    await settled();
    const ended = first.end();
    await Promise.resolve();
    third.hangUp();
    await ended;
    request("a4", "a");
    await settled();
    expect(events.at(-1)).toBe("a4 begins");
  });
});
