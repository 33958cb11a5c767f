import { paths } from '#app/paths.ts';
import { CreatePostForm } from '#app/features/posts/form/create-form.tsx';
import { postLabels } from '#app/features/posts/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: postLabels.createTitle }];

/** /dashboard/admin/create-post */
export default function CreatePost() {
  return (
    <>
      <PageHeading
        title={postLabels.createTitle}
        back={{ to: paths.posts(), label: postLabels.back }}
      />
      <CreatePostForm />
    </>
  );
}
