/**
 * `<dialog>` for Firefox 97, to which it is an unknown element: it opens over the page, takes the
 * focus, closes by Escape and gives the focus back. The rest of the page stays within reach.
 */
type Dialog = HTMLElement & { close(): void };

const openers = new WeakMap<Dialog, Element | null>();
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]';

export function bringDialogs(): void {
  Object.defineProperties(HTMLElement.prototype, {
    open: {
      configurable: true,
      get(this: Dialog) {
        return this.hasAttribute('open');
      },
    },
    showModal: { configurable: true, value: show },
    close: { configurable: true, value: close },
  });
}

function show(this: Dialog): void {
  openers.set(this, document.activeElement);
  this.setAttribute('open', '');
  this.setAttribute('role', 'dialog');
  this.setAttribute('aria-modal', 'true');
  this.style.boxShadow = '0 0 0 100vmax rgb(10 17 14 / 0.6)';
  this.addEventListener('keydown', closeByEscape);
  this.querySelector<HTMLElement>(FOCUSABLE)?.focus();
}

function closeByEscape(this: HTMLElement, event: Event): void {
  const isEscape = (event as KeyboardEvent).key === 'Escape';
  if (isEscape && this.dispatchEvent(new Event('cancel', { cancelable: true })))
    (this as Dialog).close();
}

function close(this: Dialog): void {
  if (!this.hasAttribute('open')) return;
  this.removeAttribute('open');
  this.removeEventListener('keydown', closeByEscape);
  const opener = openers.get(this);
  if (opener instanceof HTMLElement) opener.focus();
  this.dispatchEvent(new Event('close'));
}
