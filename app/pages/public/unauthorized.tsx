import type { PageHandle } from '#app/page-handle.ts';
import { PlainPage } from '#app/shell/error-page.tsx';
import { words } from '#app/shell/words.ts';

export const handle: PageHandle = { isPrivate: true };
export const meta = () => [{ title: words.unauthorized }];

export default function Unauthorized() {
  return <PlainPage title={words.unauthorized} text={words.unauthorizedText} />;
}
