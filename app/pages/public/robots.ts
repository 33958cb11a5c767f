import { publicFile } from '#app/seo/xml.ts';
import type { Route } from './+types/robots';

/**
 * What search engines may crawl. Account screens stay crawlable, so that their `noindex` is seen.
 */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  return publicFile(
    `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`,
    'text/plain',
  );
}
