import { useNavigate } from 'react-router';
import { POST } from '#domain/posts/messages.ts';
import { paths } from '#app/paths.ts';
import { useCall } from '#app/editing/use-call.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { PostForm } from './post-form.tsx';
import { useSendPost } from './use-send-post.ts';
import { words } from '../words.ts';

/** A new post. */
export function CreatePostForm() {
  const navigate = useNavigate();
  const keeper = useDraft('post:new', useProfile().id);
  const { sending, send } = useSendPost();
  const call = useCall(POST.unknownError);
  return (
    <PostForm
      keeper={keeper}
      submitLabel={words.create}
      cancelPath={keptAddress(paths.posts())}
      call={call}
      sending={sending}
      onSubmit={(filled) =>
        void call.run(async () => {
          await send(filled);
          keeper.clear();
          toast.success(POST.created);
          await navigate(paths.posts());
        })
      }
    />
  );
}
