import { missingOf } from "./call-text";
import type { Form } from "./form-memory";

/** What is next in the form of a figure that was just chosen: its first required argument that is empty, or the button that inserts or copies the formula. */
export function firstStepOf({ spec, inputs }: Form): HTMLElement | null {
  const [missing] = missingOf(spec, inputs);
  return document.querySelector<HTMLElement>(missing ? `#build-${missing.name}` : ".build-actions button");
}

/** For the buttons of a form: an Enter that is still held from choosing the figure presses none. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
}
