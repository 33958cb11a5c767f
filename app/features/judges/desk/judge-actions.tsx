import { useState } from 'react';
import type { Judge } from '#domain/judges/schema.ts';
import { paths } from '#app/paths.ts';
import { ChangeDialog } from '#app/features/users/change-dialog.tsx';
import type { AskedChange } from '#app/features/users/labels.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { judgeLabels as labels } from './labels.ts';
import { nameOf, useJudgeChanges } from './use-judges.ts';

type PendingChange = { question: AskedChange; change: () => Promise<unknown>; done: string };

/** Edits, invites again, activates and deactivates a judge; the last two ask first. */
export function JudgeActions({ judge }: { judge: Judge }) {
  const { id, is_active: isActive, state } = judge;
  const { inviteAgain, changeStatus } = useJudgeChanges();
  const [asked, setAsked] = useState<PendingChange | null>(null);
  const askForInvitation = () =>
    setAsked({
      question: {
        title: `${labels.inviteAgain}: ${nameOf(judge)}`,
        text: labels.inviteAgainText,
        confirmLabel: labels.sendInvitation,
      },
      change: () => inviteAgain(id),
      done: labels.sent,
    });
  const statusLabel = isActive ? labels.deactivate : labels.activate;
  const askForStatus = () =>
    setAsked({
      question: {
        title: `${statusLabel} ${nameOf(judge)}?`,
        text: isActive ? labels.deactivateText : labels.activateText,
        confirmLabel: statusLabel,
      },
      change: () => changeStatus(id, !isActive),
      done: isActive ? labels.deactivated : labels.activated,
    });
  return (
    <>
      <LinkButton to={paths.editJudge({ id })}>{labels.edit}</LinkButton>
      {state !== 'accepted' && isActive && (
        <Button variant="secondary" onClick={askForInvitation}>
          {labels.inviteAgain}
        </Button>
      )}
      <Button variant="secondary" onClick={askForStatus}>
        {statusLabel}
      </Button>
      <ChangeDialog
        asked={asked?.question ?? null}
        change={async () => {
          await asked!.change();
          toast.success(asked!.done);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
