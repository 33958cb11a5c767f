import { isRouteErrorResponse } from 'react-router';
import { shellLabels } from './labels.ts';

/**
 * Thrown by a page to show its own sentence: `data({ sentence }, { status })`. Any other text in an
 * error is the framework's.
 */
export type Refusal = { sentence: string };

type ErrorText = { title: string; text?: string };

/** Heading, title and text of the page that is shown instead. */
export function describeError(error: unknown): ErrorText {
  if (!isRouteErrorResponse(error))
    return { title: shellLabels.failed, text: shellLabels.failedText };
  if (error.status === 404)
    return {
      title: (error.data as Refusal | null)?.sentence ?? shellLabels.notFound,
      text: shellLabels.notFoundText,
    };
  if (error.status === 405)
    return { title: shellLabels.notUsable, text: shellLabels.notUsableText };
  return { title: shellLabels.failed, text: shellLabels.failedText };
}
