import type { Notice } from '#domain/notices/schema.ts';
import { classNames } from '#app/ui/class-names.ts';
import { shellLabels } from './labels.ts';
import css from './site-notice.module.css';

type Props = {
  notice: Pick<Notice, 'text'> | null;
  className?: string | undefined;
  /** Shown as an example: no landmark of the page. */ isExample?: boolean;
};

/** What the firm tells everybody, on top of every page. */
export function SiteNotice({ notice, className, isExample }: Props) {
  if (!notice) return null;
  const text = <p className="as-typed">{notice.text}</p>;
  return isExample ? (
    <div className={`${css.notice} no-print`}>{text}</div>
  ) : (
    <section
      className={classNames(css.notice, 'no-print', className)}
      aria-label={shellLabels.notice}
    >
      {text}
    </section>
  );
}
