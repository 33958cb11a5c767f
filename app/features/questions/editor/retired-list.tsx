import { Button } from '#app/ui/button.tsx';
import type { Items } from './use-items.ts';
import css from './edit-form.module.css';
import { editorLabels, KIND_LABELS } from './labels.ts';

/** Questions with answers that nobody is asked any more. */
export function RetiredList({ list }: { list: Items }) {
  if (list.retired.length === 0) return null;
  return (
    <section className={css.retired} aria-labelledby="retired">
      <h2 id="retired">{editorLabels.retiredTitle}</h2>
      <p>{editorLabels.retiredLead}</p>
      <ul className="bare">
        {list.retired.map((item) => (
          <li key={item.key} className={css.head}>
            <div className={css.name}>
              <h3>{item.label}</h3>
              <p>{KIND_LABELS[item.kind]}</p>
            </div>
            <Button
              variant="secondary"
              isSmall
              aria-label={`${editorLabels.askAgain}: ${item.label}`}
              onClick={() => list.askAgain(item)}
            >
              {editorLabels.askAgain}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
