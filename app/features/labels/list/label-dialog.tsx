import type { Label } from '#domain/labels/schema.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { labelTexts } from '../labels.ts';
import { useLabels } from '../use-labels.ts';
import { LabelFields } from './label-fields.tsx';

type Props = {
  pinned: readonly Label[];
  onSave: (ids: string[]) => void;
  onClose: () => void;
};

/** Chooses which labels a proposal carries. */
export default function LabelDialog({ pinned, onSave, onClose }: Props) {
  const query = useLabels();
  const { data: labels } = query;
  const save = (data: FormData) => {
    onSave(data.getAll('labels').map(String));
    onClose();
  };
  return (
    <Dialog title={labelTexts.title} isOpen onClose={onClose} actions={null}>
      <Waiting query={query} label={labelTexts.loading} rows={3} />
      {labels?.length === 0 && <p>{labelTexts.none}</p>}
      {labels && (
        <Form problem={null} onSubmit={save}>
          {labels.length > 0 && (
            <LabelFields
              legend={labelTexts.pinned}
              name="labels"
              labels={labels}
              chosen={pinned.map(({ id }) => id)}
            />
          )}
          <FormActions>
            <LinkButton to={paths.labels} variant="quiet">
              {labelTexts.manage}
            </LinkButton>
            <Button variant="secondary" onClick={onClose}>
              {labelTexts.cancel}
            </Button>
            {labels.length > 0 && <Button type="submit">{labelTexts.save}</Button>}
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}
