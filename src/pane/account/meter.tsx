import { withSeparators } from "../../contract/counted";

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** What to do when little is left; shown from 70 % on. */
  readonly advice: string;
}

const warning = (percent: number): string =>
  percent >= 100 ? "Used up" : `${percent >= 90 ? "Nearly used up" : "Running low"}: ${Math.floor(percent)} % used`;

/** Level of a quota; each level has a word, because color alone is not accessible. */
const levelOf = (percent: number): "fine" | "high" | "critical" => (percent >= 90 ? "critical" : percent >= 70 ? "high" : "fine");

/** One quota: numbers, a bar, and a warning from 70 and 90 % used. */
export function Meter({ label, used, limit, advice }: MeterProps) {
  const percent = limit > 0 ? Math.min(100, Math.max(0, (used / limit) * 100)) : 100;
  const level = levelOf(percent);
  const text = `${withSeparators(used)} of ${withSeparators(limit)} used`;
  return (
    <div class={`meter ${level}`}>
      <div class="meter-text">
        <span>{label}</span>
        <span>{text}</span>
      </div>
      <div class="bar" role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={limit} aria-valuenow={Math.min(used, limit)} aria-valuetext={text}>
        <div style={{ width: `${percent}%` }} />
      </div>
      {level !== "fine" && (
        <p class={level === "critical" ? "problem" : "warning"}>
          {warning(percent)}. {advice}
        </p>
      )}
    </div>
  );
}
