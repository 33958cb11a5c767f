import { POST } from '#domain/posts/messages.ts';
import type { Image, Post } from '#domain/posts/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { sender } from '#app/uploads/browser-sender.ts';
import { sendForm, type FormUpload, type Sender } from '#app/uploads/form-upload.ts';
import { apiPath, type Versioned } from '#app/api/transport.ts';
import { useRefreshPosts } from '../use-posts.ts';
import { postLabels } from '../labels.ts';
import { useUploadRequest } from './use-upload-request.ts';
import { toFormData, weigh, type FilledPost } from './read-post.ts';

/** Milliseconds that the server may take to prepare twenty pictures. */
const ANSWER_TIMEOUT_MS = 11 * 60_000;
const SENTENCES = {
  stopped: postLabels.stopped,
  stoppedLate: postLabels.stoppedLate,
  lost: POST.unknownError,
  lostLate: postLabels.lostLate,
};

/** The post to change: its id, the version that was edited, and the gallery of that version. */
type Basis = {
  id: string;
  etag: string | null;
  featured_image: string;
  gallery_media: readonly Image[];
};

/** Sends a post with its pictures, and refetches lists and counts. */
export function useSendPost() {
  const sending = useUploadRequest(SENTENCES, ANSWER_TIMEOUT_MS);
  const refresh = useRefreshPosts();
  /** `key`: the same for all attempts of a new post, so that it is not created twice. */
  const send = async (filled: FilledPost, basis?: Basis, key?: string) => {
    const data = toFormData(filled, basis?.gallery_media ?? [], basis?.featured_image);
    const bytes = weigh({
      featured: filled.featured && { file: filled.featured, refusal: undefined },
      gallery: filled.gallery,
    });
    const saved = await sending
      .send(bytes, (line) =>
        sendPost(
          {
            ...line,
            data,
            postId: basis?.id,
            etag: basis?.etag,
            idempotencyKey: key,
          },
          sender,
        ),
      )
      .catch((error: unknown) => {
        throw withField(error);
      });
    await refresh();
    return saved;
  };
  return { sending, send };
}

/** The sentence names the refused picture, so its field can be marked. */
function withField(error: unknown): unknown {
  const isAboutFile =
    error instanceof ApiError &&
    ['wrong_type', 'too_large'].includes(error.code) &&
    Object.keys(error.fields).length === 0;
  if (!isAboutFile) return error;
  const field = /featured image/.test(error.message) ? 'featured_image' : 'gallery_images';
  return new ApiError(error.status, error.code, error.message, { [field]: error.message });
}

/** With `postId` the post is changed; without it a new one is created. */
type PostUpload = Pick<FormUpload, 'data' | 'etag' | 'idempotencyKey' | 'onProgress' | 'signal'> & {
  postId?: string | undefined;
};

/** A post with its pictures in one request. */
function sendPost({ postId, ...rest }: PostUpload, sender: Sender): Promise<Versioned<Post>> {
  const target =
    postId === undefined
      ? ({ method: 'POST', path: apiPath('/cms/') } as const)
      : ({ method: 'PATCH', path: apiPath(`/cms/${encodeURIComponent(postId)}`) } as const);
  return sendForm<Post>({ ...rest, ...target, fallback: POST.unknownError }, sender);
}
