interface ChartColours {
  readonly line: string;
  readonly text: string;
  readonly grid: string;
  readonly mark: string;
}

/**
 * The colours of the page as a canvas takes them. Each is read from an element that wears it, because only then a system colour, as forced colours
 * have them, becomes one that can be drawn with.
 */
export function chartColours(within: Element): ChartColours {
  const probe = document.createElement("span");
  probe.hidden = true;
  within.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = { line: read("--inspect-line"), text: read("--inspect-text"), grid: read("--inspect-grid"), mark: read("--inspect-mark") };
  probe.remove();
  return colours;
}
