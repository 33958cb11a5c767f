/** After a dialog has closed whose button is gone: while it is open, only it can have the focus. */
export const focusHeading = (): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus());
