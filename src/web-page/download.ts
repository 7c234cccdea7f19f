/** How long the bytes stay available for the browser to start reading. */
const AVAILABLE_MS = 60_000;

/** Downloads these bytes under this name, as a file of this media type; nothing is sent. */
export function download(bytes: Uint8Array, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|]/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), AVAILABLE_MS);
}
