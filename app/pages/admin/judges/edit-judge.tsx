import { paths } from '#app/paths.ts';
import { EditJudgeForm } from '#app/features/judges/desk/edit-form.tsx';
import { judgeLabels as labels } from '#app/features/judges/desk/labels.ts';
import { nameOf, useJudge } from '#app/features/judges/desk/use-judges.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import type { Route } from './+types/edit-judge';

export const meta = () => [{ title: labels.editTitle }];

/** /dashboard/admin/judges/{id}/edit */
export default function EditJudge({ params: { id } }: Route.ComponentProps) {
  const item = useJudge(id);
  return (
    <ItemScreen
      item={item}
      list={{ to: paths.judges(), label: labels.back }}
      title={labels.editTitle}
      lead={item.data && nameOf(item.data)}
      loading={labels.loading}
      isForm
    >
      {(judge, reload) => <EditJudgeForm key={judge.etag} judge={judge} onReload={reload} />}
    </ItemScreen>
  );
}
