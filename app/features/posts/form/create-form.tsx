import { useNavigate } from 'react-router';
import { POST } from '#domain/posts/messages.ts';
import { paths } from '#app/paths.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { PostForm } from './post-form.tsx';
import { useSendPost } from './use-send-post.ts';
import { postLabels } from '../labels.ts';

/** A new post. */
export function CreatePostForm() {
  const navigate = useNavigate();
  const draft = useDraft('post:new', useProfile().id);
  const { sending, send } = useSendPost();
  const call = useFormSubmit(POST.unknownError);
  return (
    <PostForm
      draft={draft}
      submitLabel={postLabels.create}
      cancelPath={lastListUrl(paths.posts())}
      call={call}
      sending={sending}
      onSubmit={(filled) =>
        void call.run(async () => {
          await send(filled);
          draft.clear();
          toast.success(POST.created);
          await navigate(paths.posts());
        })
      }
    />
  );
}
