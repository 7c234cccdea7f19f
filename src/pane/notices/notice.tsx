import type { ComponentChildren } from "preact";
import { Button } from "../elements";

interface NoticeProps {
  readonly kind?: "warning" | "problem";
  /** True if screen readers announce it when it appears. */
  readonly alert?: boolean;
  readonly button: string;
  /** What the button does about it. */
  readonly act: () => void;
  readonly busy?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** What does not work, with a button to do something about it. */
export const Notice = ({ kind = "warning", alert, button, act, busy, children }: NoticeProps) => (
  <div class={kind}>
    <p role={alert ? "alert" : undefined}>{children}</p>
    <Button aria-disabled={busy} words={button} act={act} />
  </div>
);

/** Says why something could not be loaded, with a button to load it again. */
export const TryAgain = ({ message, again }: { readonly message: string; readonly again: () => void }) => (
  <Notice kind="problem" alert button="Try again" act={again}>
    {message}
  </Notice>
);
