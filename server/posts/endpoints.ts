import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IMAGES } from '#domain/constants.ts';
import { POST_RULES } from '#domain/posts/messages.ts';
import {
  createPostInput,
  listPostsQuery,
  post,
  updatePostInput,
  type UpdatePostInput,
} from '#domain/posts/schema.ts';
import { invalid, type FieldProblems } from '#domain/problem.ts';
import type { Context } from '../context.ts';
import { single } from '../http/endpoint.ts';
import { receiveMultipart } from '../http/multipart.ts';
import { toInvalid } from '../http/problems.ts';
import { findUnstorable } from '../text/unstorable.ts';
import { emptiedGallery, missingImages, type WantedImages } from './images.ts';
import * as posts from './posts.ts';
import { calls, call, list, none, tagged } from '../http/calls.ts';

const LISTS = {
  featured_image: { label: 'featured image', max: 1, tooMany: POST_RULES.oneFeatured },
  gallery_images: { label: 'gallery image', max: IMAGES.gallery, tooMany: POST_RULES.galleryFull },
};
const FILE_FIELDS = ['featured_image', 'gallery_images'] as const;
/** Milliseconds that preparing twenty pictures may take, during which no byte is sent. */
const IDLE_TIMEOUT_MS = 10 * 60_000;

type PostPayload<I> = { input: I; wanted: WantedImages };

/**
 * Reads text and images from multipart or JSON, passes them on, and deletes the uploads in any
 * case.
 */
async function withPost<S extends z.core.$ZodType<UpdatePostInput>, R>(
  context: Context,
  request: FastifyRequest,
  schema: S,
  check: (wanted: WantedImages) => FieldProblems,
  use: (sent: PostPayload<z.output<S>>) => Promise<R>,
): Promise<R> {
  if (!request.isMultipart()) return use(read(schema, request.body ?? {}, undefined, check));
  const received = await receiveMultipart(request, {
    files: {},
    lists: LISTS,
    limitBytes: context.config.maxUploadBytes,
    stagingDir: context.stagingDir,
  });
  try {
    request.raw.socket.setTimeout?.(IDLE_TIMEOUT_MS);
    // A gallery field without a picture means an empty gallery; a featured image can only be
    // replaced.
    const wanted = {
      featured: received.lists.featured_image?.[0],
      gallery: received.lists.gallery_images,
    };
    return await use(read(schema, received.fields, wanted, check));
  } finally {
    await received.discard();
  }
}

/**
 * The text fields together with the images, or 422 with a sentence for each invalid field. In JSON,
 * images are texts.
 */
function read<S extends z.core.$ZodType<UpdatePostInput>>(
  schema: S,
  fields: unknown,
  received: WantedImages | undefined,
  check: (wanted: WantedImages) => FieldProblems,
): PostPayload<z.output<S>> {
  const result = z.safeParse(schema, fields);
  const { featured_image, gallery_images, ...input } = result.data ?? ({} as z.output<S>);
  const wanted = received ?? { featured: featured_image || undefined, gallery: gallery_images };
  const problems = {
    ...check(wanted),
    ...(result.error && toInvalid(result.error).fields),
    ...findUnstorable(schema, fields),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return { input: input as z.output<S>, wanted };
}

export const postsCalls = calls({
  'GET /cms/': list(
    'posts.list',
    'List posts: all for admins, published ones for everybody else',
    post,
    { query: listPostsQuery, cachedBy: 'public', run: posts.listPosts },
  ),
  'GET /cms/{id}': tagged('posts.get', 'Get one post', {
    answer: post,
    tagged: true,
    of: 'post',
    run: posts.getPost,
  }),
  'POST /cms/': call(
    'posts.create',
    {
      summary: 'Create a post with its featured image and one to twenty gallery images',
      body: createPostInput,
      files: FILE_FIELDS,
      fileType: 'image/*',
      answer: post,
      status: 201,
      idempotent: true,
    },
    async (context, { request }) =>
      withPost(context, request, createPostInput, missingImages, ({ input, wanted }) =>
        posts.createPost(context, input, wanted),
      ),
  ),
  'PATCH /cms/{id}': call(
    'posts.update',
    {
      summary:
        'Update a post. `gallery_images`, if sent, replaces the gallery, in this order: a file is a new image, a text the key of one to keep',
      body: updatePostInput,
      files: FILE_FIELDS,
      fileType: 'image/*',
      answer: post,
      versioned: true,
    },
    async (context, { params, request }) => {
      const images = await posts.findChangeable(context, params.id!);
      return withPost(
        context,
        request,
        updatePostInput,
        (wanted) => emptiedGallery(wanted, images),
        async ({ input, wanted }) => {
          const updated = await posts.updatePost(context, params.id!, input, wanted);
          return single(updated.post, updated.version);
        },
      );
    },
  ),
  'DELETE /cms/{id}': none('posts.delete', 'Delete a post and its images', {
    versioned: true,
    run: posts.deletePost,
  }),
});
