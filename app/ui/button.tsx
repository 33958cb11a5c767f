import type { ComponentProps } from 'react';
import css from './button.module.css';
import { classNames } from './class-names.ts';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonLook = { variant?: ButtonVariant; isSmall?: boolean };
type Props = ComponentProps<'button'> &
  ButtonLook & { /** Shows a turning ring and takes no second press. */ isBusy?: boolean };

export const buttonClass = ({ variant = 'primary', isSmall }: ButtonLook): string =>
  classNames(css.button, css[variant], isSmall && css.small);

export function Button({ variant, isSmall, isBusy, className, onClick, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, isSmall }), isBusy && css.dots, className)}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}
