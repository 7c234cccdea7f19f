import { createScript, type Menu } from "./menu-script";

/* A cell can call every function of the script with the owner's key: `=serviceRefreshBook()`. */

test("menu functions called from a cell return a message and change nothing", async () => {
  const script = createScript({ book: { sheets: { Rates: { A1: '=SERVICE_FRED("DGS10")' } } } });
  const names = await script.run((menu) => Object.keys(menu) as (keyof Menu)[]);
  expect(names).toEqual(expect.arrayContaining(["serviceRefreshBook", "serviceScheduledRefresh", "serviceCopyAsValues", "serviceOpenSidebar", "onOpen"]));
  for (const name of names) {
    const call = (menu: Menu) => (menu[name] as (...args: unknown[]) => unknown)("refresh", ["book"]);
    await expect(script.run(call, { kind: "custom" })).rejects.toThrow(
      /^(This function runs from the SERVICE menu, not|This works only in the sidebar\. Choose SERVICE|Only the schedule runs this\. Set one under SERVICE)/,
    );
    expect([script.requests, script.book().changes, [...script.properties.document]]).toEqual([[], [], []]);
  }
});
