import { classNames } from './class-names.ts';
import css from './plain-text.module.css';

type Props = {
  children: string;
  /** The main content of the screen: larger. */ isQuote?: boolean;
};

/** Text as it was entered, with its line breaks. */
export const PlainText = ({ children, isQuote }: Props) => (
  <div className={classNames(css.text, isQuote && css.quote)}>{children}</div>
);
