import type { Label } from '#domain/labels/schema.ts';
import { classNames } from '#app/ui/class-names.ts';
import css from './label-badge.module.css';

/** A label; its colour only repeats its name. */
export const LabelBadge = ({ label }: { label: Pick<Label, 'name' | 'colour'> }) => (
  <span className={classNames(css.label, css[label.colour])}>{label.name}</span>
);
