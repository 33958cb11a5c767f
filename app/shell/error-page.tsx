import { housePattern } from '#app/brand/house-pattern.ts';
import { paths } from '#app/paths.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import css from './error-page.module.css';
import { shellLabels } from './labels.ts';

type Props = {
  title: string;
  text?: string;
  /** Replaces the link to the home page. */ action?: { to: string; label: string };
  /** People who are signed in are led to their own home instead. */
  hasOwnHome?: boolean;
};

/** Page Not Found, failures, and other pages that consist of a heading and a link. */
export function PlainPage({
  title,
  text,
  action = { to: '/', label: shellLabels.backHome },
  hasOwnHome = false,
}: Props) {
  return (
    <div className={css.page}>
      <PatternBand
        pattern={housePattern}
        direction="down"
        thread={3}
        spans={440}
        className={css.band}
      />
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {text && <p>{text}</p>}
        <p className={hasOwnHome ? css.visitor : undefined}>
          <LinkButton href={action.to}>{action.label}</LinkButton>
        </p>
        {hasOwnHome && (
          <p className={css.own}>
            <LinkButton href={paths.dashboard}>{shellLabels.ownHome}</LinkButton>
          </p>
        )}
      </div>
    </div>
  );
}
