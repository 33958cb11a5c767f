import { data } from 'react-router';
import { PlainPage } from '#app/shell/error-page.tsx';
import { shellLabels } from '#app/shell/labels.ts';

export const meta = () => [{ title: shellLabels.notFound }];

/** Any other path: the page with status 404. */
export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return <PlainPage title={shellLabels.notFound} text={shellLabels.notFoundText} />;
}
