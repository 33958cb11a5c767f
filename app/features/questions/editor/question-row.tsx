import { use, type HTMLAttributes } from 'react';
import { canDecide } from '#domain/questions/rules.ts';
import { GRIP } from '#app/editing/order/use-drag-order.ts';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { FormContext } from '#app/ui/form-context.ts';
import { ItemFields } from './item-fields.tsx';
import type { Item } from './items.ts';
import { ConditionFields, EligibilityEditor } from './rule-fields.tsx';
import { buttonId, type Items } from './use-items.ts';
import css from './edit-form.module.css';
import { describeDependence, editorLabels, KIND_LABELS, nameOf } from './labels.ts';
import { joinFacts } from '#app/ui/join-facts.ts';

type Props = {
  item: Item;
  /** From 0, among the live ones. */
  place: number;
  list: Items;
  isAnswered: boolean;
  /** How far it has been dragged, in pixels. */
  dragged?: { y: number } | undefined;
  /** Another question is held over it. */
  isOver: boolean;
  handlers: HTMLAttributes<HTMLElement>;
};

/** One question of the list: in a line, or open with its fields; can be moved and removed. */
export function QuestionItem({ item, place, list, isAnswered, dragged, isOver, handlers }: Props) {
  const { errors } = use(FormContext);
  const isWrong = Object.keys(errors).some((name) => name.startsWith(`${item.key}.`));
  const isOpen = isWrong || list.openKey === item.key;
  const name = nameOf(place + 1, item.label);
  const change = (fields: Partial<Item>) => list.update(item, fields);
  return (
    <li
      className={classNames(css.item, dragged && css.dragged, isOver && css.over)}
      data-place={place}
      style={dragged && { transform: `translateY(${dragged.y}px)` }}
    >
      <div className={css.head}>
        <div className={css.grip} {...handlers} {...{ [GRIP]: '' }} aria-hidden="true">
          <svg width="12" height="18" fill="currentColor">
            <path d="M1 1h4v4H1zM7 1h4v4H7zM1 7h4v4H1zM7 7h4v4H7zM1 13h4v4H1zM7 13h4v4H7z" />
          </svg>
        </div>
        <div className={css.name}>
          <h2>{name}</h2>
          <p>{describeItem(item, list.live)}</p>
        </div>
        <Tools {...{ item, place, list, isAnswered, isOpen, name }} />
      </div>
      <p role="status" className={css.refusal}>
        {list.refusal?.key === item.key && list.refusal.text}
      </p>
      {isOpen && (
        <div className={css.fields}>
          <ItemFields item={item} isAnswered={isAnswered} onChange={change} />
          <ConditionFields item={item} live={list.live} onChange={change} />
          <EligibilityEditor item={item} onChange={change} />
        </div>
      )}
    </li>
  );
}

type ToolsProps = Pick<Props, 'item' | 'place' | 'list' | 'isAnswered'> & {
  isOpen: boolean;
  name: string;
};

function Tools({ item, place, list, isAnswered, isOpen, name }: ToolsProps) {
  const remove = isAnswered ? editorLabels.retire : editorLabels.remove;
  const edit = isOpen ? editorLabels.done : editorLabels.edit;
  return (
    <span className={`${css.tools} row`}>
      <Step {...{ item, place, list, name }} direction="up" />
      <Step {...{ item, place, list, name }} direction="down" />
      <Button
        id={buttonId(item, 'edit')}
        variant="secondary"
        isSmall
        aria-expanded={isOpen}
        aria-label={`${edit}: ${name}`}
        onClick={() => list.toggle(item)}
      >
        {edit}
      </Button>
      <Button
        variant="quiet"
        isSmall
        aria-label={`${remove}: ${name}`}
        onClick={() => list.remove(item, isAnswered)}
      >
        {remove}
      </Button>
    </span>
  );
}

type StepProps = Pick<ToolsProps, 'item' | 'place' | 'list' | 'name'> & {
  direction: 'up' | 'down';
};

/** Not removed at either end, so that keyboard focus is not lost. */
function Step({ item, place, list, name, direction }: StepProps) {
  const to = direction === 'up' ? place - 1 : place + 1;
  const isOff = to < 0 || to >= list.live.length;
  return (
    <Button
      id={buttonId(item, direction)}
      variant="secondary"
      isSmall
      aria-label={`${editorLabels[direction]}: ${name}`}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || list.move(place, to, direction)}
    >
      <span aria-hidden="true">{direction === 'up' ? '↑' : '↓'}</span>
    </Button>
  );
}

/** "Number · Required · Depends on question 1". */
function describeItem(item: Item, live: readonly Item[]): string {
  const other = live.findIndex(({ key }) => key === item.condition?.key);
  return joinFacts(
    KIND_LABELS[item.kind],
    item.is_required ? editorLabels.required : editorLabels.optional,
    other >= 0 && describeDependence(other + 1),
    item.decides && canDecide(item.kind) && editorLabels.deciding,
  );
}
