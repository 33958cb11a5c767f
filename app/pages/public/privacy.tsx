import { privacy } from '#content/legal/privacy.ts';
import { pages } from '#content/pages.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { shellLabels } from '#app/shell/labels.ts';
import type { Route } from './+types/privacy';
import { LegalPage } from './legal-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.privacy, matches);

export default function Privacy() {
  return <LegalPage title={pages.privacy.title} text={privacy} contents={shellLabels.contents} />;
}
