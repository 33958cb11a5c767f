import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { readPendingEmail } from '#app/storage/pending-email.ts';
import { useBrowserValue } from '#app/storage/use-browser-value.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import screen from '../account-screen.module.css';

type Props = {
  title: string;
  /** What stands before the address. */
  lead: string;
  /** Called once if it is unknown to which address a code was mailed. */
  onMissing: () => void;
  children: (email: string) => ReactNode;
};

/** The form is rendered nevertheless: otherwise it would push the footer down. */
const NOT_YET_KNOWN = '';

/** A screen that asks for a mailed code and names the address. */
export function CodeView({ title, lead, onMissing, children }: Props) {
  const email = useBrowserValue(readPendingEmail);
  const leave = useEffectEvent(onMissing);
  useEffect(() => {
    if (!readPendingEmail()) leave();
  }, []);
  return (
    <>
      <PageHeading title={title} />
      <p className={screen.lead}>
        <span>{lead}</span>
        <b>
          <EmailText address={email ?? '…'} />
        </b>
      </p>
      {children(email ?? NOT_YET_KNOWN)}
    </>
  );
}
