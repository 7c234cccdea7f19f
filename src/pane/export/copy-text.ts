/** Puts text on the clipboard; false where the browser does not let it (frames of another site often may not). */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The old way asks for no permission, only for a press of a button. */
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

/** Copies text and says what came of it; `otherwise` is what to do if the browser does not allow it. */
export async function copyAndSay(
  text: string,
  { copied, otherwise }: { readonly copied: string; readonly otherwise?: string },
  say: (sentence: string) => void,
) {
  say((await copyText(text)) ? copied : ["The browser does not allow copying.", otherwise].filter(Boolean).join(" "));
}

/** Sentences of a formula that is copied. */
export const FORMULA_COPIED = { copied: "Copied. Paste it into a cell.", otherwise: "Select the formula and press Ctrl+C." } as const;
