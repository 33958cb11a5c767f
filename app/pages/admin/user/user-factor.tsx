import { useState } from 'react';
import type { SecondFactor } from '#domain/accounts/factor-schema.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { people } from '#app/features/users/people-calls.ts';
import { ChangeDialog } from '#app/features/users/change-dialog.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { askForReset, describeCodes, describeFactorUse, personLabels as labels } from './labels.ts';
import { classNames } from '#app/ui/class-names.ts';
import list from '#app/ui/item-list.module.css';
import { Waiting } from '#app/ui/waiting.tsx';
import css from './user.module.css';
import type { Person } from './user-sessions.tsx';
import { useFactorOf, useRefreshPerson } from './use-person.ts';

/**
 * An admin's second factors; resets those of another admin who has lost passkey, phone and codes.
 */
export function UserFactor({ person: { id, name, isOwn } }: { person: Person }) {
  const query = useFactorOf(id);
  const { data } = query;
  const refresh = useRefreshPerson(id);
  const [isAsking, setAsking] = useState(false);
  const reset = async () => {
    await people.resetFactor(id, { fallback: ACCOUNT_RULES.factorResetFailed });
    toast.success(ACCOUNT_RULES.factorReset);
    await refresh();
  };
  return (
    <section className={css.section} aria-labelledby="second-factor">
      <h2 id="second-factor">
        {labels.factor}
        {data && <State isOn={data.is_set_up} />}
      </h2>
      <Waiting query={query} label={labels.loadingFactor} rows={2} />
      {data && (data.is_set_up ? <Factors state={data} /> : <p>{describeMissing(data)}</p>)}
      {isOwn && <p>{labels.ownFactor}</p>}
      {data?.is_set_up && !isOwn && (
        <>
          <p>{labels.lost}</p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {labels.reset}
          </Button>
        </>
      )}
      <ChangeDialog
        asked={isAsking ? askForReset(name) : null}
        change={reset}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

const State = ({ isOn }: { isOn: boolean }) => (
  <Badge tone={isOn ? 'good' : 'wait'}>{isOn ? labels.on : labels.off}</Badge>
);

const describeMissing = ({ is_required: isRequired }: SecondFactor): string =>
  isRequired ? labels.noFactorRequired : labels.noFactor;

const Factors = ({ state }: { state: SecondFactor }) => (
  <>
    <ul className={classNames(list.items, css.rows)}>
      {state.factors.map((factor) => (
        <li key={factor.id}>
          <div>
            <b>{factor.name}</b>
            <span className={`${list.note} note`}>{describeFactorUse(factor)}</span>
          </div>
        </li>
      ))}
    </ul>
    <p>{describeCodes(state.recovery_codes_left)}</p>
  </>
);
