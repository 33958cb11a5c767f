import { useEffect, useRef, useState } from 'react';
import { fieldId } from '#app/ui/field.tsx';
import { moveItem } from '#app/editing/order/move-item.ts';
import { dependantsOf, fieldName, liveOf, newItem, type Item } from './items.ts';
import { describeDependants, describeMove } from './labels.ts';

/** The ids of a question's buttons, by which the focus finds them again. */
export const buttonId = ({ key }: Pick<Item, 'key'>, name: 'up' | 'down' | 'edit'): string =>
  fieldId(fieldName({ key }, name));
export const ADD_ID = 'add-question';

/**
 * The questions on the screen and what changes them. `said` is for screen readers; `refusals` tell,
 * by question, why it cannot go. `onChange` keeps the list as a draft.
 */
export function useItems(initial: Item[], onChange: (items: Item[]) => void) {
  const [items, setItems] = useState(initial);
  const [openKey, setOpen] = useState<string>();
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<{ key: string; text: string }>();
  const focusOn = useFocusAfter();

  const change = (next: Item[]) => {
    setItems(next);
    setRefusal(undefined);
    onChange(next);
  };
  const live = liveOf(items);
  const retired = items.filter(({ is_retired }) => is_retired);
  return {
    items,
    live,
    retired,
    openKey,
    said,
    refusal,
    toggle: (item: Item) => setOpen((key) => (key === item.key ? undefined : item.key)),
    update: (item: Item, fields: Partial<Item>) =>
      change(items.map((one) => (one.key === item.key ? { ...one, ...fields } : one))),
    move(from: number, to: number, button?: 'up' | 'down') {
      const item = live[from];
      if (!item || !live[to]) return;
      change([...moveItem(live, from, to), ...retired]);
      setSaid(describeMove(item.label, to + 1));
      if (button) focusOn(buttonId(item, button));
    },
    add() {
      const item = newItem();
      change([...live, item, ...retired]);
      setOpen(item.key);
      focusOn(fieldId(fieldName(item, 'label')));
    },
    addAll: (added: Item[]) => change([...live, ...added, ...retired]),
    /** Answered ones are retired; others go. */
    remove(item: Item, isAnswered: boolean) {
      const [dependant] = dependantsOf(items, item);
      if (dependant)
        return setRefusal({ key: item.key, text: describeDependants(dependant.label) });
      const others = items.filter(({ key }) => key !== item.key);
      change(isAnswered ? [...others, { ...item, is_retired: true }] : others);
      focusOn(ADD_ID);
    },
    askAgain(item: Item) {
      const others = retired.filter(({ key }) => key !== item.key);
      change([...live, { ...item, is_retired: false }, ...others]);
      focusOn(buttonId(item, 'edit'));
    },
  };
}

export type Items = ReturnType<typeof useItems>;

/** Moving an element takes its focus away; a removed one leaves it nowhere. */
function useFocusAfter(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (!wanted.current) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return (id) => void (wanted.current = id);
}
