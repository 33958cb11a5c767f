import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { templateLabels as labels } from '../template-labels.ts';
import { useMailTemplateChanges } from '../use-mail-templates.ts';
import { TemplateForm } from './template-form.tsx';

export function CreateTemplateForm() {
  const navigate = useNavigate();
  const draft = useDraft('mail-template:new', useProfile().id);
  const { create } = useMailTemplateChanges();
  const call = useFormSubmit(labels.saveFailed);
  return (
    <TemplateForm
      values={{}}
      draft={draft}
      call={call}
      submitLabel={labels.create}
      onSubmit={(input) =>
        void call.run(async () => {
          await create(input);
          draft.clear();
          toast.success(labels.saved);
          await navigate(paths.mailTemplates);
        })
      }
    />
  );
}
