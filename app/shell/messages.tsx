import { describeConnection, useConnection } from '#app/api/connection.ts';
import { Toaster } from '#app/ui/toast.tsx';

/** Messages at the top of a screen; if there are none, says whether the connection is dead. */
export const Messages = ({ place }: { place: 'portal' | 'account' }) => (
  <Toaster place={place} note={describeConnection(useConnection())} />
);
