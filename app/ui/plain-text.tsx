import { classNames } from './class-names.ts';
import css from './plain-text.module.css';

type Props = {
  children: string;
  /** What the screen is about: larger, with the accent beside it. */ isQuote?: boolean;
};

/** Text as it was typed, with its line breaks. */
export const PlainText = ({ children, isQuote }: Props) => (
  <div className={classNames(css.text, isQuote && css.quote)}>{children}</div>
);
