import type { PageHandle } from '#app/page-handle.ts';
import { PlainPage } from '#app/shell/error-page.tsx';
import { shellLabels } from '#app/shell/labels.ts';

export const handle: PageHandle = { isPrivate: true };
export const meta = () => [{ title: shellLabels.unauthorized }];

export default function Unauthorized() {
  return (
    <PlainPage title={shellLabels.unauthorized} text={shellLabels.unauthorizedText} hasOwnHome />
  );
}
