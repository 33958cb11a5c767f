import { OTP } from '#domain/accounts/messages.ts';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import type { Profile } from '#domain/accounts/schema.ts';
import { CODES } from '#domain/constants.ts';
import { api } from '#app/api/browser.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { useCountdown } from '#app/features/accounts/code/use-countdown.ts';
import { waitText, accountLabels } from '../labels.ts';
import { profileLabels } from './labels.ts';

type Props = {
  address: string;
  /** It was confirmed meanwhile, in another tab or on another device. */
  onConfirmed: (profile: Profile) => void;
};

/**
 * Sends another code for a new e-mail, 30 s after the last one, by repeating the change, which
 * requires the password.
 */
export function ResendChange({ address, onConfirmed }: Props) {
  const { left, restart } = useCountdown(CODES.resendAfterSeconds);
  const { problem, isBusy, run } = useFormSubmit(PROFILE.wrong);
  const resend = (data: FormData) =>
    run(async () => {
      const input = {
        email: address,
        current_password: String(data.get('current_password') ?? ''),
      };
      const saved = await api.updateProfile(input, {
        fallback: { network: PROFILE.failed, failed: PROFILE.updateFailed },
        noToken: PROFILE.noToken,
      });
      if (!saved.pending_email) return onConfirmed(saved);
      toast.success(OTP.resent);
      restart();
    });
  if (left > 0) return <p>{waitText(left)}</p>;
  return (
    <Form problem={problem} onSubmit={(data) => void resend(data)}>
      <PasswordField
        label={profileLabels.currentPassword}
        name="current_password"
        hint={profileLabels.resendPasswordHint}
        autoComplete="current-password"
      />
      <FormActions>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {accountLabels.resend}
        </Button>
      </FormActions>
    </Form>
  );
}
