import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { FactorChallenge, FactorMethod } from '#domain/accounts/factor-schema.ts';
import { FACTORS } from '#domain/constants.ts';
import { factorCalls } from './factor-calls.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { CodeField } from '#app/features/accounts/code/code-field.tsx';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import css from './factor-screen.module.css';
import { factorLabels as labels, METHOD_LABELS } from './labels.ts';
import { hasPasskeys, loginByPasskey } from './read-passkey.ts';

type Props = {
  challenge: FactorChallenge;
  /** Continues with the session's token. */
  onToken: (token: string) => Promise<void>;
};

/** The last step of an admin's login: the easiest way first, the others below. */
export default function FactorLoginScreen({ challenge, onToken }: Props) {
  const [method, setMethod] = useState<FactorMethod>(() => easiest(challenge.methods));
  const Way = WAYS[method];
  return (
    <>
      <PageHeading title={labels.stepTitle} />
      <Way key={method} token={challenge.challenge_token} onToken={onToken} />
      <Others methods={challenge.methods.filter((other) => other !== method)} onPick={setMethod} />
      <p className={screen.aside}>
        {labels.lost}
        <br />
        <Link to={paths.login}>{labels.backToLogin}</Link>
      </p>
    </>
  );
}

const easiest = (methods: readonly FactorMethod[]): FactorMethod =>
  methods.find((method) => method !== 'passkey' || hasPasskeys()) ?? 'passkey';

type OthersProps = { methods: FactorMethod[]; onPick: (method: FactorMethod) => void };

function Others({ methods, onPick }: OthersProps) {
  if (methods.length === 0) return null;
  return (
    <section className={`${css.others} row`} aria-labelledby="other-ways">
      <h2 id="other-ways">{labels.otherWays}</h2>
      {methods.map((method) => (
        <Button key={method} variant="secondary" onClick={() => onPick(method)}>
          {METHOD_LABELS[method]}
        </Button>
      ))}
    </section>
  );
}

type WayProps = { token: string; onToken: Props['onToken'] };

function PasskeyWay({ token, onToken }: WayProps) {
  const { problem, isBusy, run } = useFormSubmit(labels.cancelled);
  const submit = () =>
    run(async () => {
      const { access_token } = await loginByPasskey(token);
      await onToken(access_token);
    });
  return (
    <Form problem={problem} onSubmit={() => void submit()}>
      <p className={screen.lead}>{labels.passkeyLead}</p>
      <FormActions>
        <Button type="submit" isBusy={isBusy} autoFocus>
          {labels.usePasskey}
        </Button>
      </FormActions>
    </Form>
  );
}

type CodeWayProps = WayProps & {
  lead: string;
  send: typeof factorCalls.loginByApp;
  field: (submit: (code: string) => void) => ReactNode;
};

function CodeWay({ token, onToken, lead, send, field }: CodeWayProps) {
  const { problem, isBusy, run } = useFormSubmit(FACTOR.failed, { bad_code: 'code' });
  const submit = (code: string) =>
    void run(async () => {
      const { access_token } = await send({ challenge_token: token, code });
      await onToken(access_token);
    });
  return (
    <Form problem={problem} onSubmit={(data) => submit(String(data.get('code')))}>
      <p className={screen.lead}>{lead}</p>
      {field(submit)}
      <FormActions>
        <Button type="submit" isBusy={isBusy}>
          {labels.logIn}
        </Button>
      </FormActions>
    </Form>
  );
}

const AppWay = (props: WayProps) => (
  <CodeWay
    {...props}
    lead={labels.appLead}
    send={factorCalls.loginByApp}
    field={(submit) => (
      <CodeField
        label={labels.appCode}
        name="code"
        length={FACTORS.digits}
        onComplete={submit}
        autoFocus
      />
    )}
  />
);

const RecoveryWay = (props: WayProps) => (
  <CodeWay
    {...props}
    lead={labels.recoveryLead}
    send={factorCalls.loginByRecoveryCode}
    field={() => (
      <TextField
        label={labels.recoveryCode}
        name="code"
        hint={labels.recoveryHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    )}
  />
);

const WAYS = { passkey: PasskeyWay, totp: AppWay, recovery: RecoveryWay };
