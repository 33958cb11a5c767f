import { terms } from '#content/legal/terms.ts';
import { pages } from '#content/pages.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { shellLabels } from '#app/shell/labels.ts';
import type { Route } from './+types/terms';
import { LegalPage } from './legal-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.terms, matches);

export default function Terms() {
  return <LegalPage title={pages.terms.title} text={terms} contents={shellLabels.contents} />;
}
