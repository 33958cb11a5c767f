import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { canDecide } from '#domain/questions/kind-rules.ts';
import { joinFacts } from '#app/ui/join-facts.ts';
import { liveOf, optionsOf, type Item } from './items.ts';
import { editorLabels, KIND_LABELS } from './labels.ts';

/** A question in one text, with what is asked and which answers fit. */
const describe = (item: Item | undefined): string =>
  item
    ? joinFacts(
        item.label,
        item.help,
        KIND_LABELS[item.kind],
        item.is_required ? editorLabels.required : editorLabels.optional,
        optionsOf(item).join(', '),
        [item.min, item.max].filter(Boolean).join(' – '),
        item.decides && canDecide(item.kind) && item.sentence,
      )
    : '';

/** Compares the saved list with the one on the screen, place by place. */
export function compareQuestions(theirs: readonly Item[], mine: readonly Item[]): Difference[] {
  const [saved, typed] = [liveOf(theirs), liveOf(mine)];
  const places = Array.from({ length: Math.max(saved.length, typed.length) }, (_, place) => place);
  return onlyDifferent(
    places.map((place) => ({
      label: `${editorLabels.label} ${place + 1}`,
      theirs: describe(saved[place]),
      mine: describe(typed[place]),
    })),
  );
}
