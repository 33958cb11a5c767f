import { Button } from './button.tsx';
import { FormActions } from './form.tsx';

type Props = {
  cancel: string;
  submit: string;
  variant?: 'primary' | 'danger';
  isBusy: boolean;
  onClose: () => void;
};

/** The buttons of a form in a dialog: one closes it, except while it is sent; one sends it. */
export const DialogFormActions = ({ cancel, submit, variant, isBusy, onClose }: Props) => (
  <FormActions>
    <Button
      variant="secondary"
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onClose()}
    >
      {cancel}
    </Button>
    <Button type="submit" variant={variant} isBusy={isBusy}>
      {submit}
    </Button>
  </FormActions>
);
