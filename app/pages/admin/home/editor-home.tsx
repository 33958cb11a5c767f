import { useProfile } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { AllLists } from './all-lists.tsx';
import { adminHomeLabels, greet } from './labels.ts';
import { useEditorsWork } from './use-desk.ts';

/** The home of editors: their lists, with what waits in them. */
export default function EditorHome() {
  const { first_name: firstName } = useProfile();
  const { data: waiting } = useEditorsWork();
  return (
    <>
      <PageHeading title={adminHomeLabels.title} lead={greet(firstName)} />
      <AllLists waiting={waiting} />
    </>
  );
}
