interface ChartColours {
  readonly line: string;
  readonly text: string;
  readonly grid: string;
  readonly mark: string;
}

/**
 * The page's colours for a canvas. Each is read as the computed colour of an element, because a canvas cannot draw with the system colours of forced
 * colours mode.
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
