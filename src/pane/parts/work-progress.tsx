const numbers = new Intl.NumberFormat("en-US");

interface WorkProgressProps {
  readonly words: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly of: number;
  readonly stop: () => void;
}

/** How far long work is, in words and as a bar, and the button that stops it. */
export function WorkProgress({ words, done, of, stop }: WorkProgressProps) {
  const known = of > 0;
  const count = known ? `${numbers.format(done)} of ${numbers.format(of)}` : "";
  return (
    <div class="progress">
      <div class="progress-text">
        <span>{words}…</span>
        <span>{count}</span>
      </div>
      <div
        class="bar"
        role="progressbar"
        aria-label={words}
        {...(known ? { "aria-valuemin": 0, "aria-valuemax": of, "aria-valuenow": Math.min(done, of), "aria-valuetext": count } : {})}
      >
        <div style={{ width: known ? `${Math.min(100, (done / of) * 100)}%` : "100%", opacity: known ? 1 : 0.4 }} />
      </div>
      <div class="buttons">
        <button type="button" onClick={stop}>
          Stop
        </button>
      </div>
    </div>
  );
}
