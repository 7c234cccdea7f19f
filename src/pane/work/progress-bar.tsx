import { withSeparators } from "../../contract/counted";
import { Button } from "../elements";

/** Progress of long work, with a Stop button. */
export function WorkProgress({ words, stop, ...amount }: Omit<ProgressBarProps, "label"> & { readonly words: string; readonly stop: () => void }) {
  return (
    <>
      <ProgressBar label={words} {...amount} />
      <Button words="Stop" act={stop} />
    </>
  );
}

interface ProgressBarProps {
  /** The current step, such as *Fetching answers*. */
  readonly label: string;
  readonly done: number;
  /** The total; 0 while it is unknown. */
  readonly of: number;
}

/** Progress as a bar and in words. */
export function ProgressBar({ label, done, of }: ProgressBarProps) {
  const text = of > 0 ? `${withSeparators(done)} of ${withSeparators(of)}` : "";
  const percent = of > 0 ? Math.min(100, (done / of) * 100) : 0;
  return (
    <div class="stack close progress">
      <div class="split">
        <span>{label}</span>
        <span>{text}</span>
      </div>
      <div
        class={`bar${of > 0 ? "" : " unknown"}`}
        role="progressbar"
        aria-label={label}
        aria-valuetext={text === "" ? "in progress" : text}
        {...(of > 0 ? { "aria-valuemin": 0, "aria-valuemax": of, "aria-valuenow": Math.min(done, of) } : {})}
      >
        <div style={{ width: of > 0 ? `${percent}%` : "100%" }} />
      </div>
    </div>
  );
}
