import { houseWeave } from '#app/brand/weaves.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Strip } from '#app/brand/strip.tsx';
import css from './error-page.module.css';
import { words } from './words.ts';

type Props = {
  title: string;
  text?: string;
  /** Instead of the way home. */ action?: { to: string; label: string };
};

/** Page Not Found, failures, and whatever else is a heading and a way out. */
export function PlainPage({ title, text, action = { to: '/', label: words.backHome } }: Props) {
  return (
    <div className={css.page}>
      <Strip weave={houseWeave} direction="down" thread={3} className={css.strip} />
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {text && <p>{text}</p>}
        <LinkButton href={action.to}>{action.label}</LinkButton>
      </div>
    </div>
  );
}
