import { evals, stage } from "./stage";
const at = stage();
it("x", async () => {
  const wb = await at.workbench();
  await wb.type("A1", '=SERVICE.FRED("DGS10")');
  console.log(await wb.texts("A1","A2"), evals(at.service).length, wb.heard);
});
