import type { SidebarReply } from "../../../../src/hosts/sheets/sidebar-calls";
import { createScript, type Menu } from "./menu-script";

const call =
  (name: string, ...args: unknown[]) =>
  (menu: Menu): SidebarReply =>
    menu.serviceSidebar(name, args);

/** Event object of a time-driven trigger, as Google makes it. */
const byTrigger =
  (triggerUid: string) =>
  (menu: Menu): void =>
    menu.serviceScheduledRefresh({ triggerUid, authMode: "FULL", hour: 7, minute: 3 });
const TRIGGER = { id: "5", handler: "serviceScheduledRefresh", user: "owner@example.com", when: { hours: 1 } };

const BOOK = { sheets: { Rates: { A1: '=SERVICE_FRED("DGS10")' } }, timeZone: "Europe/Zurich" };

test("each user has one schedule: a new one replaces it, stop deletes it", async () => {
  const script = createScript({ book: BOOK });
  expect(await script.run(call("schedule"))).toEqual({ asOf: "", ok: true, value: { timeZone: "Europe/Zurich" } });
  expect(await script.run(call("setSchedule", { every: "hour" }))).toEqual({
    asOf: "",
    ok: true,
    value: { schedule: { every: "hour" }, timeZone: "Europe/Zurich" },
  });
  expect(await script.run(call("setSchedule", { every: "day", hour: 7 }))).toMatchObject({ ok: true, value: { schedule: { every: "day", hour: 7 } } });
  expect(script.book().triggers).toMatchObject([{ handler: "serviceScheduledRefresh", when: { days: 1, hour: 7, timeZone: "Europe/Zurich" } }]);
  expect(await script.run(call("schedule"))).toMatchObject({ ok: true, value: { schedule: { every: "day", hour: 7 } } });
  expect(await script.run(call("stopSchedule"))).toEqual({ asOf: "", ok: true, value: { timeZone: "Europe/Zurich" } });
  expect(script.book().triggers).toEqual([]);
});

test("another user's trigger is neither shown nor stopped, even if its id is stored for this user", async () => {
  const script = createScript({
    book: { ...BOOK, triggers: [{ id: "9", handler: "serviceScheduledRefresh", user: "other@example.com", when: { hours: 1 } }] },
  });
  expect(await script.run(call("stopSchedule"))).toEqual({ asOf: "", ok: true, value: { timeZone: "Europe/Zurich" } });
  expect(script.book().triggers).toHaveLength(1);
  script.properties.user.set("SERVICE_SCHEDULE_spreadsheet-1", JSON.stringify({ trigger: "9", schedule: { every: "hour" } }));
  expect(await script.run(call("schedule"))).toEqual({ asOf: "", ok: true, value: { timeZone: "Europe/Zurich" } });
});

test("a trigger whose schedule is not stored is not shown, and stop deletes it", async () => {
  const script = createScript({
    book: { ...BOOK, triggers: [{ id: "5", handler: "serviceScheduledRefresh", user: "owner@example.com", when: { hours: 1 } }] },
  });
  script.properties.user.set("SERVICE_SCHEDULE_spreadsheet-1", JSON.stringify({ trigger: "9", schedule: { every: "hour" } }));
  expect(await script.run(call("schedule"))).toEqual({ asOf: "", ok: true, value: { timeZone: "Europe/Zurich" } });
  await script.run(call("stopSchedule"));
  expect(script.book().triggers).toEqual([]);
});

test.each([[{ every: "day", hour: 24 }], [{ every: "day" }], [{ every: "minute" }], [null]])("%j is not a schedule and is refused", async (schedule) => {
  const script = createScript({ book: BOOK });
  expect(await script.run(call("setSchedule", schedule))).toEqual({ asOf: "", ok: false, message: "Choose every hour, or every day at an hour from 0 to 23." });
  expect(script.book().triggers).toEqual([]);
});

test("if Google creates no trigger, a message says so and no schedule is stored", async () => {
  const script = createScript({ book: { ...BOOK, refusesTriggers: true } });
  const reply = await script.run(call("setSchedule", { every: "hour" }));
  expect(reply).toMatchObject({ ok: false, message: expect.stringMatching(/^Google does not allow a schedule: .*refresh by hand\.$/) as string });
  expect(script.properties.user.has("SERVICE_SCHEDULE_spreadsheet-1")).toBe(false);
});

test("no schedule is created without a key", async () => {
  const script = createScript({ book: BOOK, key: null });
  expect(await script.run(call("setSchedule", { every: "hour" }))).toMatchObject({ ok: false, message: expect.stringMatching(/needs your own key/) as string });
  expect(script.book().triggers).toEqual([]);
});

test("a scheduled refresh covers the whole book and stores its result with the local time", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER], sheets: { ...BOOK.sheets, Other: { A1: '=SERVICE_FRED("DGS2")' } } } });
  await script.run(byTrigger("5"), { kind: "trigger" });
  expect(script.requests.flat()).toHaveLength(2);
  expect(script.book()).toMatchObject({ toasts: [], alerts: [] });
  expect(await script.run(call("schedule"))).toEqual({
    asOf: "",
    ok: true,
    value: { timeZone: "Europe/Zurich", lastRun: "2026-11-21 13:00 (Europe/Zurich): 2 formulas were recalculated. 2 questions answered with 1 request." },
  });
});

test("a scheduled refresh that fails stores the message and throws nothing", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER] }, key: null });
  await script.run(byTrigger("5"), { kind: "trigger" });
  expect([...script.properties.document.values()]).toEqual([
    expect.stringMatching(/^2026-11-21 13:00 \(Europe\/Zurich\): Nothing was changed, because this needs your own key/),
  ]);
  expect(script.book().changes).toEqual([]);
});

test.each([
  ["no event", undefined],
  ["an event without a trigger", {}],
  ["a range of cells", [["5"]]],
  ["only a trigger's number", "5"],
  ["a trigger of another script", { triggerUid: "6" }],
])("a scheduled refresh called with %s does nothing, and says that only the schedule runs it", async (_, event) => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER] } });
  await expect(script.run((menu) => menu.serviceScheduledRefresh(event), { kind: "trigger" })).rejects.toThrow(/^Only the schedule runs this\. .*SERVICE menu/);
  expect([script.requests, script.book().changes, script.properties.document.size]).toEqual([[], [], 0]);
});

test("a scheduled refresh stores a message if Google does not list the triggers", async () => {
  const script = createScript({ book: { ...BOOK, triggers: [TRIGGER], refusesTriggers: true } });
  await script.run(byTrigger("5"), { kind: "trigger" });
  expect([...script.properties.document.values()]).toEqual([expect.stringMatching(/Google does not allow a schedule/)]);
  expect(script.requests).toEqual([]);
});
