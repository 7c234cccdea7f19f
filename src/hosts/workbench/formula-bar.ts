import type { Injector } from "@univerjs/core";
import { BuiltInUIPart, connectInjector, FormulaBar, IUIPartsService } from "@univerjs/preset-sheets-core";

/**
 * Returns a function that draws Univer's formula bar. Call it after each opened book: the name box of Univer 0.25.1 keeps the names of the book for which it was
 * drawn.
 */
export function formulaBarOf(injector: Injector): () => void {
  let end: () => void = () => undefined;
  return () => {
    const parts = injector.get(IUIPartsService);
    end();
    const registered = parts.registerComponent(BuiltInUIPart.HEADER, () => connectInjector(FormulaBar, injector));
    end = () => registered.dispose();
    // Univer draws a registered part a fifth of a second later, and one that becomes visible at once.
    parts.setUIVisible(BuiltInUIPart.HEADER, true);
  };
}
