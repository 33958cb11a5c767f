import { OTP } from '#domain/accounts/messages.ts';
import type { CodePurpose } from '#domain/accounts/schema.ts';
import { CODES } from '#domain/constants.ts';
import { api } from '#app/api/browser.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import css from '#app/ui/field.module.css';
import { toast } from '#app/ui/toast.tsx';
import own from '../account-screen.module.css';
import { useCountdown } from './use-countdown.ts';
import { waitText, accountLabels } from '../labels.ts';

type Props = { email: string; purpose: CodePurpose };

/** Offers another code 30 s after the last one. */
export function ResendCode({ email, purpose }: Props) {
  const { left, restart } = useCountdown(CODES.resendAfterSeconds);
  const { problem, isBusy, run } = useFormSubmit(OTP.fallback);
  const resend = () =>
    run(async () => {
      const { message } = await api.resendOtp({ email, purpose }, { fallback: OTP.fallback });
      toast.success(message || OTP.resent);
      restart();
    });
  return (
    <div className={own.resend}>
      {left > 0 ? (
        <p>{waitText(left)}</p>
      ) : (
        <Button variant="quiet" isBusy={isBusy} onClick={() => void resend()}>
          {accountLabels.resend}
        </Button>
      )}
      {problem && (
        <p className={css.error} role="alert">
          {problem.message}
        </p>
      )}
    </div>
  );
}
