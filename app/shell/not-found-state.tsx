import { ApiError } from '#app/api/api-error.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

/** 404: deleted, or never existed. */
export const isMissing = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404;

/** The noun's sentence as the screen's heading, and a link back to the list. */
export function NotFoundState({ title, to, label }: { title: string; to: string; label: string }) {
  return (
    <>
      <PageHeading title={title} />
      <LinkButton to={to} variant="secondary">
        {label}
      </LinkButton>
    </>
  );
}
