import { describeLine, useLine } from '#app/api/line.ts';
import { Toaster } from '#app/ui/toast.tsx';

/** What is said on top of a screen; while there is nothing else to say, that the line is dead. */
export const Messages = ({ place }: { place: 'portal' | 'account' }) => (
  <Toaster place={place} note={describeLine(useLine())} />
);
