import { box, to } from '../markdown/write.ts';
import type { Site } from '../site.ts';

/** Returns a note with the reason why there is no verdict, and a link to the guide. */
export function notVerified({ texts }: Pick<Site, 'texts'>, problem: string): string {
  const guide = texts.find(({ path }) => path === 'guides/verifying-a-service-in-ci');
  return box('NOTE', [problem, guide ? to(guide.path, guide.title) : ''].join(' '));
}
