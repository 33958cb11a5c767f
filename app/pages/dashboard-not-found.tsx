import { PageHeading } from '#app/ui/page-heading.tsx';
import { words } from '#app/shell/words.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: words.notFound }];

/** Any other path under /dashboard, inside the portal's frame. */
export default function DashboardNotFound() {
  return (
    <>
      <PageHeading title={words.notFound} lead={words.notFoundText} />
      <LinkButton href="/">{words.backHome}</LinkButton>
    </>
  );
}
