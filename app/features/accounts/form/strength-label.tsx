import css from './strength-label.module.css';
import { accountLabels } from '../labels.ts';

type Strength = 'Weak' | 'Medium' | 'Moderate' | 'Strong';
const LEVELS: Record<Strength, number> = { Weak: 1, Medium: 2, Moderate: 2, Strong: 3 };

/** How strong a password is while it is being typed: advice, never a refusal. */
export function StrengthLabel({ strength }: { strength: Strength | null }) {
  return (
    <p className={css.strength} data-level={strength ? LEVELS[strength] : 0}>
      <span className={css.threads} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span role="status">
        {strength && (
          <>
            {accountLabels.strength}: <b>{strength}</b>
          </>
        )}
      </span>
    </p>
  );
}
