import { CreatePostForm } from '#app/features/posts/form/create-form.tsx';
import { words } from '#app/features/posts/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: words.createTitle }];

/** /dashboard/admin/create-post */
export default function CreatePost() {
  return (
    <>
      <PageHeading title={words.createTitle} />
      <CreatePostForm />
    </>
  );
}
