import { useEffect, useRef } from 'react';
import { useNavigation, useNavigationType } from 'react-router';
import { LENGTHS } from '#domain/constants.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { useListParams } from './use-list-params.ts';

const PAUSE_MS = 300;

type Props = { label: string; placeholder?: string };

/**
 * Words to search for, kept in the address as `q`: searched when typing pauses, or at once with
 * Enter.
 */
export function ListSearch({ label, placeholder }: Props) {
  const { search, change } = useListParams();
  const isLeaving = useNavigation().state !== 'idle';
  const place = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = search.get('q') ?? '';
  const isBack = useNavigationType() === 'POP';

  const ask = (value: string) => {
    clearTimeout(timer.current);
    if (value.trim() !== asked) change({ q: value.trim() }, asked !== '' && value.trim() !== '');
  };
  const askNow = useRef(ask);
  const askSoon = (value: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => askNow.current(value), PAUSE_MS);
  };
  // During the pause a filter may be chosen, which must be kept, or a row opened, which takes
  // precedence.
  useEffect(() => {
    askNow.current = isLeaving ? askSoon : ask;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A pending search must not call anybody back who has followed a link.
    const forget = ({ target }: MouseEvent) => {
      const link = (target as Element).closest('a');
      if (link && link.pathname !== window.location.pathname) clearTimeout(timer.current);
    };
    document.addEventListener('click', forget, true);
    return () => document.removeEventListener('click', forget, true);
  }, []);
  useEffect(() => {
    const input = place.current?.querySelector('input');
    if (input && (isBack || input !== document.activeElement)) input.value = asked;
  }, [asked, isBack]);

  return (
    <div ref={place} role="search">
      <TextField
        label={label}
        name="q"
        type="search"
        isOptional={false}
        aria-required={undefined}
        maxLength={LENGTHS.query}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        defaultValue={asked}
        onChange={({ target: { value } }) => askSoon(value)}
        onKeyDown={(event) => event.key === 'Enter' && ask(event.currentTarget.value)}
      />
    </div>
  );
}
