import { asOfFrom } from "../../../src/core/as-of-setting";
import { setAsOf } from "../../../src/pane/settings/set-as-of";
import { good } from "../core/virtual-host";
import { desk, price, type Desk } from "./in-memory-host";
import { withFakeTimers } from "../../time";

const DAY = { day: "2024-05-02" };

withFakeTimers({ now: Date.UTC(2024, 5, 25, 12) });

/** A workbook of two cells whose service answers 1 now, and 2 as of a past day. */
async function opened(): Promise<{ d: Desk; days: unknown[] }> {
  const d = desk();
  const days: unknown[] = [];
  d.service = (sent) => {
    days.push(sent.asOf);
    const reply = good(sent, () => ({ value: sent.asOf === undefined ? 1 : 2 }));
    const body = JSON.parse(reply.body!) as { meta: object };
    const meta = { ...body.meta, ...(sent.asOf === undefined ? {} : { as_of: "2024-05-03T03:59:59Z" }) };
    sent.reply({ ...reply, body: JSON.stringify({ ...body, meta }) });
  };
  d.workbook.put("Sheet1!A1", '=SERVICE.PRICE("A")');
  d.workbook.put("Sheet2!B2", '=SERVICE.PRICE("B")');
  await d.workbook.recalculate(await d.workbook.serviceCells("workbook"));
  await jest.advanceTimersByTimeAsync(1_000);
  return { d, days };
}
const cells = (d: Desk) => [d.workbook.at("Sheet1!A1").value, d.workbook.at("Sheet2!B2").value];

test("every SERVICE cell is recalculated as of the day, the day is stored in the workbook, and back", async () => {
  const { d, days } = await opened();
  expect(cells(d)).toEqual([1, 1]);
  expect(await setAsOf(d.host, d.workbook, DAY)).toEqual({ recalculated: 2, refused: [] });
  await jest.advanceTimersByTimeAsync(1_000);
  expect([cells(d), d.host.asOf(), asOfFrom(d.workbook.settings.read("service.asof"))]).toEqual([[2, 2], "2024-05-02", DAY]);
  await setAsOf(d.host, d.workbook, undefined);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([cells(d), d.host.asOf(), d.workbook.settings.read("service.asof")]).toEqual([[1, 1], undefined, undefined]);
  // The answers of now are still cached.
  expect(days).toEqual([undefined, "2024-05-02"]);
});

test("a day that cannot be stored is not set", async () => {
  const { d, days } = await opened();
  d.workbook.settingsFail = true;
  await expect(setAsOf(d.host, d.workbook, DAY)).rejects.toThrow("could not be saved, so nothing was changed. If the workbook is read-only, save a copy");
  expect(d.workbook.settings.read("service.asof")).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1_000);
  expect([cells(d), d.host.asOf(), d.host.cells.last(price("A"))?.value, days]).toEqual([[1, 1], undefined, 1, [undefined]]);
});

test("a stored text that is no day or moment is unreadable; a missing or blank one means now", () => {
  expect([undefined, "", " ", "yesterday", "20240502", "2024-05-02", "2024-05-02T14:30Z"].map(asOfFrom)).toEqual([
    undefined,
    undefined,
    undefined,
    { unreadable: "yesterday" },
    { unreadable: "20240502" },
    DAY,
    { moment: Date.UTC(2024, 4, 2, 14, 30) },
  ]);
});
