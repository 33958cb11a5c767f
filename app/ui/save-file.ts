/** Milliseconds after which the browser has certainly started saving. */
const SAVING_MS = 60_000;

/** Saves the answer of a call with a token: a plain link cannot send one. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS);
}
