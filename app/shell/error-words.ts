import { isRouteErrorResponse } from 'react-router';
import { words } from './words.ts';

/**
 * What a page throws to have its own sentence shown: `data({ sentence }, { status })`. Any other
 * text in an error is the framework's.
 */
export type Refusal = { sentence: string };

type Shown = { title: string; text?: string };

/** Heading, title and text of the page that is shown instead. */
export function describeError(error: unknown): Shown {
  if (!isRouteErrorResponse(error)) return { title: words.failed, text: words.failedText };
  if (error.status === 404)
    return {
      title: (error.data as Refusal | null)?.sentence ?? words.notFound,
      text: words.notFoundText,
    };
  if (error.status === 405) return { title: words.notUsable, text: words.notUsableText };
  return { title: words.failed, text: words.failedText };
}
