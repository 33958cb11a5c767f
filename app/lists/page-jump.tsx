import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { listLabels } from './labels.ts';
import css from './list-foot.module.css';

/** Opens a page by its number; a number past the end opens the last page. */
export function PageJump({ pageCount }: { pageCount: number }) {
  const [, setSearch] = useSearchParams();
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = Number(new FormData(event.currentTarget).get('page'));
    if (!Number.isSafeInteger(asked) || asked < 1) return;
    setSearch((current) => {
      const next = new URLSearchParams(current);
      next.set('page', String(Math.min(asked, pageCount)));
      return next;
    });
  };
  return (
    <form className={css.jump} onSubmit={jump}>
      <label>
        {listLabels.jump}
        <input name="page" inputMode="numeric" autoComplete="off" maxLength={7} />
      </label>
      <Button type="submit" variant="secondary" isSmall>
        {listLabels.go}
      </Button>
    </form>
  );
}
