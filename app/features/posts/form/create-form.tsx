import { useState } from 'react';
import { useNavigate } from 'react-router';
import { POST } from '#domain/posts/messages.ts';
import { paths } from '#app/paths.ts';
import { ApiError } from '#app/api/api-error.ts';
import { randomKey } from '#app/api/random-key.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast } from '#app/ui/toast.tsx';
import { postLabels } from '../labels.ts';
import { PostForm } from './post-form.tsx';
import type { FilledPost } from './read-post.ts';
import { useSendPost } from './use-send-post.ts';

/**
 * A new post. The draft keeps one key for all attempts, even after leaving the form, so that a post
 * that was stored although the answer was lost is not created twice.
 */
export function CreatePostForm() {
  const navigate = useNavigate();
  const draft = useDraft('post:new', useProfile().id);
  const [key, setKey] = useDraftKey(draft.values[KEY]);
  const [hasArrived, setArrived] = useState(false);
  const { sending, send } = useSendPost();
  const call = useFormSubmit(POST.unknownError);
  const create = (filled: FilledPost) =>
    call.run(async () => {
      setArrived(false);
      const created = await send(filled, undefined, key).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'idempotency_mismatch') throw error;
        setKey(randomKey());
        setArrived(true);
      });
      if (!created) return;
      draft.clear();
      toast.success(POST.created);
      await navigate(paths.posts());
    });
  return (
    <>
      {hasArrived && (
        <Notice
          tone="bad"
          title={postLabels.earlierTitle}
          actions={<LinkButton to={paths.posts()}>{postLabels.openList}</LinkButton>}
        >
          <p>{postLabels.earlierText}</p>
        </Notice>
      )}
      <PostForm
        draft={draft}
        submitLabel={postLabels.create}
        cancelPath={lastListUrl(paths.posts())}
        call={call}
        sending={sending}
        hidden={<input type="hidden" name={KEY} value={key} />}
        onSubmit={(filled) => void create(filled)}
      />
    </>
  );
}

/** Its name in the draft. */
const KEY = 'post_key';

/** An idempotency key: new for a new form, the draft's own for a restored draft. */
function useDraftKey(stored: string | undefined) {
  const [key, setKey] = useState(randomKey);
  const [taken, setTaken] = useState(stored);
  if (stored !== taken) {
    setTaken(stored);
    if (stored) setKey(stored);
  }
  return [key, setKey] as const;
}
