import { useEffect, useRef, useState } from 'react';
import type { Draft } from '#domain/drafts/schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { api } from '#app/api/browser.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import type { Versioned } from '#app/api/transport.ts';
import { submitLabels } from './labels.ts';

/** Milliseconds between two fetches. */
const LOOK_MS = 2000;
/** How many of one's own proposals for the program are searched. */
const MOST = 50;

/**
 * Waits until a submission is complete and passes its proposal on. Returns why it lapsed, or null.
 */
export function useReceipt(
  { number }: Receipt,
  programId: string,
  refresh: () => Promise<Draft | null>,
  onComplete: (proposal: Versioned<Proposal>) => Promise<void>,
): string | null {
  const [lapsed, setLapsed] = useState<string | null>(null);
  const newest = useRef({ refresh, onComplete });
  useEffect(() => {
    newest.current = { refresh, onComplete };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const draft = await newest.current.refresh();
      if (draft?.submitting) return;
      const receipt = await draftCalls.receipt(number);
      if (receipt.state !== 'complete') {
        isOver = receipt.state !== 'waiting_for_documents';
        return setLapsed(isOver ? (receipt.message ?? submitLabels.withdrawn) : null);
      }
      const proposal = await findProposal(programId, number);
      if (isOver || !proposal) return;
      isOver = true;
      await newest.current.onComplete(proposal);
    };
    const again = () => {
      if (!isOver)
        timer = setTimeout(
          () =>
            void look()
              .catch(() => undefined)
              .finally(again),
          LOOK_MS,
        );
    };
    again();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [number, programId]);
  return lapsed;
}

async function findProposal(programId: string, number: string) {
  const { items } = await api.listProposals({ program_id: programId, limit: MOST });
  const found = items.find(({ receipt_number: own }) => own === number);
  return found && api.getProposal(found.id);
}
