import { showToast } from './toast.ts';

/** A receipt is printed, and shared with the apps of the phone, or else its address is copied. */
export function offerReceiptActions(): void {
  const buttonOf = (name: string) =>
    document.querySelector<HTMLButtonElement>(`[data-receipt="${name}"]`);
  const [print, share] = [buttonOf('print'), buttonOf('share')];
  if (!print || !share) return;
  print.addEventListener('click', () => window.print());
  share.addEventListener('click', () => void shareAddress(share.dataset.copied ?? ''));
  print.hidden = false;
  // Neither is there without HTTPS.
  const { share: send, clipboard } = navigator as Partial<Navigator>;
  share.hidden = !send && !clipboard;
}

async function shareAddress(copied: string): Promise<void> {
  const { title } = document;
  const { share } = navigator as Partial<Navigator>;
  if (share) return share.call(navigator, { title, url: location.href }).catch(() => undefined);
  await navigator.clipboard.writeText(location.href);
  showToast(copied);
}
