import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';

type Props = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  value: string;
  /** Called once for a choice, never for the options on the way to it. */
  onChoose: (value: string) => void;
};

/**
 * A select whose choice is saved without a button: by pointer at once, by keys when it is left or
 * on Enter. Escape drops the choice.
 */
export function SavingSelect({ value, onChoose, ...rest }: Props) {
  const [picked, setPicked] = useState<string | null>(null);
  const isPassing = useRef(false);
  // Read from the element: Chromium reports no change to an option that was dropped before.
  const choose = (select: HTMLSelectElement) => {
    setPicked(null);
    isPassing.current = false;
    if (select.value !== value) onChoose(select.value);
  };
  const pressKey = (event: KeyboardEvent<HTMLSelectElement>) => {
    isPassing.current = event.key !== 'Enter';
    if (event.key === 'Escape') setPicked(null);
    if (event.key !== 'Enter' || event.currentTarget.value === value) return;
    event.preventDefault();
    choose(event.currentTarget);
  };
  return (
    <select
      {...rest}
      value={picked ?? value}
      onPointerDown={() => (isPassing.current = false)}
      onKeyDown={pressKey}
      onChange={({ currentTarget }) => {
        if (isPassing.current) setPicked(currentTarget.value);
        else choose(currentTarget);
      }}
      onBlur={({ currentTarget }) => choose(currentTarget)}
    />
  );
}
