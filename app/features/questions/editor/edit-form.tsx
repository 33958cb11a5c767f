import type { ReactNode } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { QUESTIONS, canDecide } from '#domain/questions/rules.ts';
import { joinChoices } from '#domain/count-of.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { useEditForm, type ItemForm } from '#app/editing/form/use-edit-form.tsx';
import { useDragOrder } from '#app/editing/order/use-drag-order.ts';
import { useProgramChanges } from '#app/features/programs/use-programs.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { CopyQuestions } from './copy-form.tsx';
import {
  checkItems,
  nameFields,
  toItem,
  type CheckedItems,
  type Item,
  liveOf,
  optionsOf,
} from './items.ts';
import { QuestionItem } from './question-row.tsx';
import { ADD_ID, useItems, type Items } from './use-items.ts';
import css from './edit-form.module.css';
import { describeCount, editorLabels, KIND_LABELS } from './labels.ts';

type Props = {
  program: Versioned<Program>;
  /** The ids of questions that somebody has answered. */
  answered: readonly string[];
  /** Redraws the list from the saved version. */
  onReload: () => void;
};
type EditedItems = Pick<CheckedItems, 'sent'> & { items: Item[] };

/**
 * The questions of a program. If somebody else has saved the program, both versions are shown and
 * no input is lost; input is kept as a draft.
 */
export default function QuestionEditor({ program, answered, onReload }: Props) {
  const { update } = useProgramChanges();
  const form = useEditForm({
    draftName: `questions:${program.id}`,
    current: program,
    save: ({ sent, items }: EditedItems, { etag }) =>
      update(program.id, { questions: sent }, etag).catch((error: unknown) => {
        throw nameRefusal(error, items);
      }),
    fetchFresh: () => api.getProgram(program.id),
    compare: (theirs, { items }) => compareQuestions((theirs.questions ?? []).map(toItem), items),
    fallback: editorLabels.failed,
    done: editorLabels.saved,
    next: () => paths.programs,
    onReload,
  });
  const { draft } = form;
  const kept = draft.values[KEPT];
  return (
    <>
      <div>{form.conflictPanel}</div>
      <QuestionList
        key={draft.version}
        program={program}
        answered={new Set(answered)}
        initial={kept ? (JSON.parse(kept) as Item[]) : (program.questions ?? []).map(toItem)}
        form={form}
      />
    </>
  );
}

/** What the draft is called: one text, because a list has no fields with fixed names. */
const KEPT = 'questions';

/** A refusal names questions by their place; the screen by themselves. */
const nameRefusal = (error: unknown, items: readonly Item[]): unknown =>
  error instanceof ApiError
    ? new ApiError(error.status, error.code, error.message, nameFields(error.fields, items))
    : error;

type ListProps = {
  program: Versioned<Program>;
  answered: ReadonlySet<string>;
  initial: Item[];
  form: ItemForm<EditedItems>;
};

function QuestionList({ program, answered, initial, form }: ListProps) {
  const { draft } = form;
  const list = useItems(initial, (items) => draft.save({ [KEPT]: JSON.stringify(items) }));
  const { drag, handlersOf } = useDragOrder(list.move);
  const check = () => checkItems(list.items, program.questions ?? [], answered);
  return (
    <DraftForm<EditedItems>
      form={{ ...form, draft: { ...draft, save: () => undefined }, conflictPanel: null }}
      read={async () => {
        const { sent, problem } = check();
        return problem ? { problem } : { value: { sent, items: list.items } };
      }}
      submitLabel={editorLabels.save}
      cancelPath={paths.programs}
      drawPreview={() => drawPreview(check())}
    >
      {list.live.length === 0 && <p>{editorLabels.none}</p>}
      <ol className={css.items}>
        {list.live.map((item, place) => (
          <QuestionItem
            key={item.key}
            item={item}
            place={place}
            list={list}
            isAnswered={item.id !== null && answered.has(item.id)}
            dragged={drag?.from === place ? drag : undefined}
            isOver={drag?.to === place && drag.from !== place}
            handlers={handlersOf(place)}
          />
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {list.said}
      </span>
      <Field label={describeCount(list.live.length, QUESTIONS.perProgram)} name="questions" isNamed>
        {({ id }) => (
          <span id={id} tabIndex={-1}>
            <Button id={ADD_ID} variant="secondary" onClick={list.add}>
              {editorLabels.add}
            </Button>
          </span>
        )}
      </Field>
      <CopyQuestions programId={program.id} onCopy={list.addAll} />
      <RetiredList list={list} />
    </DraftForm>
  );
}

async function drawPreview({ questions }: CheckedItems): Promise<ReactNode> {
  const { QuestionPreview } = await import('./question-preview.tsx');
  return <QuestionPreview questions={questions} />;
}

/** A question in one text, with what is asked and which answers fit. */
const describe = (item: Item | undefined): string =>
  item
    ? [
        item.label,
        item.help,
        KIND_LABELS[item.kind],
        item.is_required ? editorLabels.required : editorLabels.optional,
        joinChoices(optionsOf(item)),
        [item.min, item.max].filter(Boolean).join(' – '),
        item.decides && canDecide(item.kind) ? item.sentence : '',
      ]
        .filter(Boolean)
        .join(' · ')
    : '';

/** Compares the saved list with the one on the screen, place by place. */
function compareQuestions(theirs: readonly Item[], mine: readonly Item[]): Difference[] {
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

/** Questions with answers that nobody is asked any more. */
function RetiredList({ list }: { list: Items }) {
  if (list.retired.length === 0) return null;
  return (
    <section className={css.retired} aria-labelledby="retired">
      <h2 id="retired">{editorLabels.retiredTitle}</h2>
      <p>{editorLabels.retiredLead}</p>
      <ul className="bare">
        {list.retired.map((item) => (
          <li key={item.key} className={css.head}>
            <div className={css.name}>
              <h3>{item.label}</h3>
              <p>{KIND_LABELS[item.kind]}</p>
            </div>
            <Button
              variant="secondary"
              isSmall
              aria-label={`${editorLabels.askAgain}: ${item.label}`}
              onClick={() => list.askAgain(item)}
            >
              {editorLabels.askAgain}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
