/** For what disappears with the focus in it. */
export const focusHeading = (): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus());
