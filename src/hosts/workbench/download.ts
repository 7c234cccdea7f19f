const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** How long a browser may take to begin reading before the bytes are let go. */
const KEPT_MS = 60_000;

/** Has the browser save these bytes under this name; nothing is sent anywhere. */
export function download(bytes: Uint8Array, name: string): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: XLSX_TYPE }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|]/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
