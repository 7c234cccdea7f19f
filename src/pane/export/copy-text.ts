/** Copies text to the clipboard; false if the browser refuses (frames of another site often cannot copy). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies by selection: needs a click but no permission. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "off-screen";
  area.setAttribute("aria-hidden", "true");
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

/** Message after copying a formula. */
export const FORMULA_COPIED = "Copied. Paste it into a cell.";
