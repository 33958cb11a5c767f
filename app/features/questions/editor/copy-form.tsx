import { useState } from 'react';
import { api } from '#app/api/browser.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import { refusalOf, useSingleFlight } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { copyItems, type Item } from './items.ts';
import css from './edit-form.module.css';
import { describeCopied, editorLabels } from './labels.ts';

type Props = { programId: string; onCopy: (items: Item[]) => void };

/** Adds the questions of another program at the end. */
export function CopyQuestions({ programId, onCopy }: Props) {
  const choices = useProgramChoices().filter(({ value }) => value !== programId);
  const [chosen, setChosen] = useState('');
  const [said, setSaid] = useState('');
  const [error, setError] = useState('');
  const singleFlight = useSingleFlight();
  const copy = () =>
    void singleFlight(async () => {
      setSaid('');
      setError('');
      try {
        const { questions = [] } = await api.getProgram(chosen);
        const items = copyItems(questions);
        if (items.length === 0) return setError(editorLabels.copyNone);
        onCopy(items);
        setSaid(describeCopied(items.length));
      } catch (thrown) {
        setError(refusalOf(thrown, editorLabels.copyFailed).message);
      }
    });
  if (choices.length === 0) return null;
  return (
    <details className={`${css.copy} fold`}>
      <summary>{editorLabels.copyTitle}</summary>
      <SelectField
        label={editorLabels.copyFrom}
        name="copy_from"
        options={choices}
        placeholder={editorLabels.chooseProgram}
        error={error}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Button
        variant="secondary"
        onClick={() => (chosen ? copy() : setError(editorLabels.chooseProgram))}
      >
        {editorLabels.copy}
      </Button>
      <p role="status">{said}</p>
    </details>
  );
}
