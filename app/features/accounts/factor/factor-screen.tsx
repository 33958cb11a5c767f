import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { SecondFactor } from '#domain/accounts/factor-schema.ts';
import { paths } from '#app/paths.ts';
import { retryProfile } from '#app/session/actions.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { toast } from '#app/ui/toast.tsx';
import list from '#app/ui/item-list.module.css';
import { Waiting } from '#app/ui/waiting.tsx';
import { factorCalls } from './factor-calls.ts';
import css from './factor-screen.module.css';
import {
  askToRemove,
  describeFactor,
  describeLeft,
  describeRemoval,
  factorLabels as labels,
  removeLabel,
} from './labels.ts';
import { RecoveryCodesView } from './recovery-codes-view.tsx';
import { AppDialog, OwnPassword, PasskeyDialog, proofOf, StepForm } from './set-up-dialog.tsx';

type Factor = SecondFactor['factors'][number];
type OpenDialog = 'passkey' | 'app' | 'renew' | Factor | null;

/** A whole screen if an admin must set one up before anything else, otherwise a section. */
export default function FactorScreen() {
  const { second_factor_setup_required: isFirst } = useProfile();
  const query = useFactor();
  const { data } = query;
  return (
    <>
      {isFirst && <PageHeading title={labels.requiredTitle} lead={labels.requiredLead} />}
      <section className={css.section} aria-labelledby="second-factor">
        <h2 id="second-factor">
          {labels.title}
          {data && (
            <Badge tone={data.is_set_up ? 'good' : 'wait'}>
              {data.is_set_up ? labels.on : labels.off}
            </Badge>
          )}
        </h2>
        <p>{labels.lead}</p>
        <Waiting query={query} label={labels.loading} rows={2} />
        {data && <Factors state={data} />}
      </section>
    </>
  );
}

function Factors({ state }: { state: SecondFactor }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { second_factor_setup_required: isFirst } = useProfile();
  const refresh = useRefreshFactor();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const done = (sentence: string | null, made?: readonly string[]) => {
    close();
    if (sentence) toast.success(sentence);
    setCodes(made ?? null);
    void refresh();
  };
  const keep = () => {
    setCodes(null);
    if (!isFirst) return;
    // From now on, all other calls are allowed.
    retryProfile();
    void navigate(paths.dashboard);
  };
  return (
    <>
      <FactorList factors={state.factors} onRemove={setOpen} />
      <div className="row">
        <Button variant={pick(state.is_set_up)} onClick={() => setOpen('passkey')}>
          {labels.addPasskey}
        </Button>
        {!state.factors.some(({ kind }) => kind === 'totp') && (
          <Button variant="secondary" onClick={() => setOpen('app')}>
            {labels.setUpApp}
          </Button>
        )}
      </div>
      {state.is_set_up && (
        <div className={css.recovery}>
          <h3>{labels.recoveryTitle}</h3>
          <p>{describeLeft(state.recovery_codes_left)}</p>
          <Button variant="secondary" onClick={() => setOpen('renew')}>
            {labels.renew}
          </Button>
        </div>
      )}
      <PasskeyDialog isOpen={open === 'passkey'} onDone={done} onCancel={close} />
      <AppDialog isOpen={open === 'app'} onDone={done} onCancel={close} />
      <RenewDialog isOpen={open === 'renew'} onMade={(made) => done(null, made)} onCancel={close} />
      <RemoveDialog
        factor={typeof open === 'object' ? open : null}
        isLast={state.factors.length === 1}
        onDone={() => done(FACTOR.removed)}
        onCancel={close}
      />
      <Dialog
        title={labels.codesTitle}
        isOpen={codes !== null}
        onClose={keep}
        actions={<Button onClick={keep}>{labels.saved}</Button>}
      >
        <RecoveryCodesView codes={codes ?? []} />
      </Dialog>
    </>
  );
}

/** The first factor is the screen's main action; further ones are optional. */
const pick = (isSetUp: boolean) => (isSetUp ? 'secondary' : 'primary');

type ListProps = { factors: readonly Factor[]; onRemove: (factor: Factor) => void };

function FactorList({ factors, onRemove }: ListProps) {
  if (factors.length === 0) return null;
  return (
    <ul className={list.items}>
      {factors.map((factor) => (
        <li key={factor.id}>
          <div>
            <b>{factor.name}</b>
            <span className={`${list.note} note`}>{describeFactor(factor)}</span>
          </div>
          <Button
            variant="secondary"
            isSmall
            aria-label={removeLabel(factor.name)}
            onClick={() => onRemove(factor)}
          >
            {labels.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type RenewProps = {
  isOpen: boolean;
  onMade: (codes: readonly string[]) => void;
  onCancel: () => void;
};

function RenewDialog({ isOpen, onMade, onCancel }: RenewProps) {
  const send = async (data: FormData) =>
    onMade((await factorCalls.renewCodes(proofOf(data))).recovery_codes);
  return (
    <Dialog title={labels.renewTitle} isOpen={isOpen} onClose={onCancel} actions={null}>
      <p>{labels.renewText}</p>
      <StepForm action={labels.renew} send={send} onCancel={onCancel}>
        <OwnPassword />
      </StepForm>
    </Dialog>
  );
}

type RemoveProps = {
  factor: Factor | null;
  isLast: boolean;
  onDone: () => void;
  onCancel: () => void;
};

function RemoveDialog({ factor, isLast, onDone, onCancel }: RemoveProps) {
  const send = async (data: FormData) => {
    if (factor) await factorCalls.remove(factor.id, proofOf(data));
    onDone();
  };
  return (
    <Dialog
      title={askToRemove(factor?.name ?? '')}
      isOpen={factor !== null}
      onClose={onCancel}
      actions={null}
    >
      <p>{describeRemoval(isLast)}</p>
      <StepForm action={labels.remove} isDanger send={send} onCancel={onCancel}>
        <OwnPassword />
      </StepForm>
    </Dialog>
  );
}

const KEY = ['accounts', 'second-factor'];

/** The person's factors, fetched on every visit. */
const useFactor = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => factorCalls.get(signal), staleTime: 0 });

/** Call it after every change. */
function useRefreshFactor(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: KEY });
}
