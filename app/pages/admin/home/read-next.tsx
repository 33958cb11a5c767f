import { proposalPath } from '#app/features/submissions/filters.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { readNext } from './labels.ts';
import { UNREAD, useFirstOf } from './use-queue.ts';

/** The start of a day: the proposal that has waited longest, with the others after it. */
export function ReadNext({ unread }: { unread: number | undefined }) {
  const { data: first } = useFirstOf(UNREAD, 1);
  const next = first?.items[0];
  if (!next) return null;
  return (
    <LinkButton to={proposalPath(next.id, new URLSearchParams(UNREAD).toString(), 1)}>
      {readNext(unread ?? first.total)}
    </LinkButton>
  );
}
