import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { buttonClass, type ButtonLook } from './button.tsx';
import { classNames } from './class-names.ts';

type Props = Omit<ComponentProps<'a'>, 'href'> &
  ButtonLook &
  (
    | { /** Loads a new document: for public pages. */ href: string; to?: never }
    | { /** Navigates within the hydrated screens. */ to: string; href?: never }
  );

/** A link that looks like a button. */
export function LinkButton({ variant, isSmall, className, to, href, ...rest }: Props) {
  const look = classNames(buttonClass({ variant, isSmall }), className);
  return to === undefined ? (
    <a {...rest} href={href} className={look} />
  ) : (
    <Link {...rest} to={to} className={look} />
  );
}
