import { Facts } from '#app/ui/facts.tsx';
import css from './mail-preview.module.css';
import { PLACEHOLDERS, templateLabels as labels } from './template-labels.ts';

/** Unfolded by whoever asks. */
export const PlaceholderList = () => (
  <details className={`${css.mail} fold`}>
    <summary>{labels.placeholders}</summary>
    <Facts facts={PLACEHOLDERS.map(([name, text]) => [name, text])} />
  </details>
);
