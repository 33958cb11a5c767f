import { Link, useSearchParams } from 'react-router';
import { pageNumbers } from './page-numbers.ts';
import css from './pagination.module.css';

type Props = {
  page: number;
  pageCount: number;
  /** Required if a screen has several. */ label?: string;
};

/** Previous, numbers, Next; the page is in the address as `?page=`. */
export function Pagination({ page, pageCount, label = 'Pages' }: Props) {
  const [search] = useSearchParams();
  if (pageCount <= 1) return null;
  const addressOf = (number: number) => {
    const next = new URLSearchParams(search);
    if (number === 1) next.delete('page');
    else next.set('page', String(number));
    return `?${next}`;
  };
  return (
    <nav className={`${css.pages} row`} aria-label={label}>
      <Step to={addressOf(page - 1)} isOff={page <= 1} text="Previous" />
      <ul>
        {pageNumbers(page, pageCount).map((number, place) => (
          <li key={number ?? `gap-${place}`}>
            {number === null ? (
              '…'
            ) : (
              <Link to={addressOf(number)} aria-current={number === page ? 'page' : undefined}>
                <span className="visually-hidden">Page </span>
                <span>{number}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <Step to={addressOf(page + 1)} isOff={page >= pageCount} text="Next" />
    </nav>
  );
}

function Step({ to, isOff, text }: { to: string; isOff: boolean; text: string }) {
  return isOff ? <span className={css.off}>{text}</span> : <Link to={to}>{text}</Link>;
}
