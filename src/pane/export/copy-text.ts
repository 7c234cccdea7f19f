/** Copies text to the clipboard; false if the browser refuses (frames of another site often cannot copy). */
async function copyText(text: string): Promise<boolean> {
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

/** Copies text and returns a message; `otherwise` is what to do if the browser refuses. */
export async function copyAndSay(
  text: string,
  { copied, otherwise }: { readonly copied: string; readonly otherwise?: string },
  say: (sentence: string) => void,
) {
  say((await copyText(text)) ? copied : ["The browser does not allow copying.", otherwise].filter(Boolean).join(" "));
}

/** Messages after copying a formula. */
export const FORMULA_COPIED = { copied: "Copied. Paste it into a cell.", otherwise: "Select the formula and press Ctrl+C." } as const;
