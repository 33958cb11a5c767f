import type { ComponentProps } from 'react';
import css from './button.module.css';
import { classNames } from './class-names.ts';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonLook = { variant?: ButtonVariant; isSmall?: boolean };
type Props = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner and ignores further clicks. */
    isBusy?: boolean;
    /** Replaces its text while it is busy. */
    busyLabel?: string;
  };

export const buttonClass = ({ variant = 'primary', isSmall }: ButtonLook): string =>
  classNames(css.button, 'no-print', css[variant], isSmall && css.small);

export function Button({
  variant,
  isSmall,
  isBusy,
  busyLabel,
  className,
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, isSmall }), className)}
      aria-busy={isBusy || undefined}
      aria-label={isBusy && busyLabel ? busyLabel : rest['aria-label']}
      data-busy-label={busyLabel}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}
