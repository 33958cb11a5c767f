import { POST } from '#domain/posts/messages.ts';
import type { Post } from '#domain/posts/schema.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import type { ButtonLook } from '#app/ui/button.tsx';
import { useDeletePost } from './use-posts.ts';

type Props = ButtonLook & { post: Pick<Post, 'id' | 'title'>; onDeleted?: () => void };

/** Deletes a post and its pictures after asking in the specification's words. */
export function DeletePost({ post, ...rest }: Props) {
  return (
    <DeleteButton
      {...rest}
      name={post.title}
      question={POST.confirmDelete}
      done={POST.deleted}
      remove={useDeletePost(post.id)}
    />
  );
}
