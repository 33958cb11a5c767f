import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './facts.module.css';

type Props = {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** A few short facts, beside their names even on a phone. */
  isCompact?: boolean;
};

/** Names and values that describe one item, such as a profile or a proposal. */
export function Facts({ facts, isCompact }: Props) {
  return (
    <dl className={classNames(css.facts, isCompact && css.compact)}>
      {facts.map(([label, value], place) => (
        <Fragment key={`${place} ${label}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
