/** Milliseconds after which the browser has certainly started to save. */
const KEPT_MS = 60_000;

/** Saves what a call with a token answered: the browser cannot follow a plain link there. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
