import { POST } from '#domain/posts/messages.ts';
import type { Post } from '#domain/posts/schema.ts';
import { sendForm, type FormUpload, type Sender } from '#app/uploads/form-upload.ts';
import { apiPath, type Versioned } from '#app/api/transport.ts';

/** With `postId` the post is changed; without it a new one is created. */
type PostUpload = Pick<FormUpload, 'data' | 'etag' | 'idempotencyKey' | 'onProgress' | 'signal'> & {
  postId?: string | undefined;
};

/** A post with its pictures in one request. */
export function sendPost(
  { postId, ...rest }: PostUpload,
  sender: Sender,
): Promise<Versioned<Post>> {
  const target =
    postId === undefined
      ? ({ method: 'POST', path: apiPath('/cms/') } as const)
      : ({ method: 'PATCH', path: apiPath(`/cms/${encodeURIComponent(postId)}`) } as const);
  return sendForm<Post>({ ...rest, ...target, fallback: POST.unknownError }, sender);
}
