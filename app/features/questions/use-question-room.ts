import { useEffect, useState } from 'react';
import type { Question } from '#domain/questions/schema.ts';
import type { QuestionRoom } from './question-form.tsx';

/** Loaded only where a program asks something: others do without its bytes. */
const load = async (): Promise<QuestionRoom> => (await import('./question-form.tsx')).questionRoom;

/** `room` is null until it has loaded, and where nothing is asked. */
export function useQuestionRoom(questions: readonly Question[]) {
  const [loaded, setLoaded] = useState<QuestionRoom | null>(null);
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const isAsked = questions.length > 0;
  useEffect(() => {
    if (!isAsked) return;
    load().then(
      (room) => setLoaded(room),
      () => setFailed(true),
    );
  }, [isAsked, tries]);
  const retry = () => {
    setFailed(false);
    setTries((count) => count + 1);
  };
  return { room: isAsked ? loaded : null, isPending: isAsked && !loaded, hasFailed, retry };
}
