import { useProfile } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { AllLists } from './all-lists.tsx';
import { adminHomeLabels, greet } from './labels.ts';
import { useEditorsWork } from './use-desk.ts';
import { VisitorFigures } from './waiting-figures.tsx';

/** The home of editors: what visitors wait for, and their lists. */
export default function EditorHome() {
  const { first_name: firstName } = useProfile();
  const { data: waiting } = useEditorsWork();
  return (
    <>
      <PageHeading title={adminHomeLabels.title} lead={greet(firstName)} />
      <VisitorFigures waiting={waiting} />
      <AllLists waiting={waiting} />
    </>
  );
}
