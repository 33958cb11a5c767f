import { redirect } from 'react-router';
import { pages } from '#content/pages.ts';

/** /post and /content redirect to the list of all posts. */
export const loader = () => redirect(pages.posts.path, 301);
