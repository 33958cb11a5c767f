import { data } from 'react-router';
import { PlainPage } from '#app/shell/error-page.tsx';
import { words } from '#app/shell/words.ts';

export const meta = () => [{ title: words.notFound }];

/** Any other path: the page, with the status that says so. */
export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return <PlainPage title={words.notFound} text={words.notFoundText} />;
}
