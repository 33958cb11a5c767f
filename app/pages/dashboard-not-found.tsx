import { PageHeading } from '#app/ui/page-heading.tsx';
import { shellLabels } from '#app/shell/labels.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: shellLabels.notFound }];

/** Any other path under /dashboard, inside the portal's layout. */
export default function DashboardNotFound() {
  return (
    <>
      <PageHeading title={shellLabels.notFound} lead={shellLabels.notFoundText} />
      <LinkButton href="/">{shellLabels.backHome}</LinkButton>
    </>
  );
}
