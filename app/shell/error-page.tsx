import { houseWeave } from '#app/features/sectors/weaves.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Strip } from '#app/ui/strip.tsx';
import css from './error-page.module.css';
import { words } from './words.ts';

type Props = { isMissing: boolean; /** Instead of the usual title. */ sentence?: string };

/** Page Not Found, and what is shown for a failure. */
export function ErrorPage({ isMissing, sentence }: Props) {
  return <PlainPage title={sentence ?? (isMissing ? words.notFound : words.failed)} text={isMissing ? words.notFoundText : words.failedText} />;
}

type PlainProps = { title: string; text?: string; /** Instead of the way home. */ action?: { to: string; label: string } };

export function PlainPage({ title, text, action = { to: '/', label: words.backHome } }: PlainProps) {
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
