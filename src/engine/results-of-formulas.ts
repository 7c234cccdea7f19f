import { ICommandService, type IExecutionOptions, type Injector, IUniverInstanceService, ObjectMatrix, type Workbook } from "@univerjs/core";
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from "@univerjs/sheets";

/** Univer 0.25.1 writes a result also into a cell that was cleared or typed over while it was calculated. */
export function writeResultsToFormulas(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }, options?: IExecutionOptions) => {
    if (id !== SetRangeValuesMutation.id || !options?.["applyFormulaCalculationResult"]) return;
    const { unitId, subUnitId, cellValue } = params as ISetRangeValuesMutationParams;
    const cells = instances.getUnit<Workbook>(unitId)?.getSheetBySheetId(subUnitId)?.getCellMatrix();
    if (!cells || !cellValue) return;
    const results = new ObjectMatrix(cellValue);
    results.forValue((row, column) => {
      const cell = cells.getValue(row, column);
      if (!cell?.f && !cell?.si) results.realDeleteValue(row, column);
    });
  });
}
