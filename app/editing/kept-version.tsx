import { noticeOf } from './draft-notice.ts';
import type { OtherTexts } from './use-kept-texts.ts';
import { VersionNotice } from './version-notice.tsx';

/** Offers what another tab has left of the same texts, if it is not what is shown. */
export default function KeptVersion({ texts }: { texts: OtherTexts }) {
  const { draft, other, isSwapped, bringBack } = texts;
  const mine = { values: draft as Record<string, string>, savedAt: 0 };
  const found = other && noticeOf({ mine, others: [other] });
  if (found?.kind === 'restored') return null;
  const kind = found?.kind === 'two' && isSwapped ? 'swapped' : found?.kind;
  return <VersionNotice notice={found && { ...found, kind: kind! }} onBringBack={bringBack} />;
}
