import type { Answer, Asked, Change } from './mutant.ts';
import type { Body, Reply } from './right-service.ts';

/** Changes replies that a test holds for. */
export const where =
  (holds: (right: Reply, asked: Asked) => boolean, change: Change): Change =>
  (right, asked) =>
    holds(right, asked) ? change(right, asked) : right;

/** Changes successes: the body in place, or by another one. */
export const success = (change: (body: Body, asked: Asked) => unknown): Change =>
  where(
    ({ status }, { method }) => status === 200 && method === 'GET',
    (right, asked) => withBody(right, change(right.body, asked)),
  );

/** Changes errors, likewise. */
export const failure = (change: (body: Body, asked: Asked, right: Reply) => unknown): Change =>
  where(
    ({ status }, { method }) => status >= 400 && method === 'GET',
    (right, asked) => withBody(right, change(right.body, asked, right)),
  );

const withBody = (right: Reply, body: unknown): Reply => (body === undefined ? right : { ...right, body });

/** Changes the JSON text of successes; what is not UTF-8 comes as bytes. */
export const text = (change: (json: string) => string | Buffer): Change =>
  success((body) => change(JSON.stringify(body)));

/** Sets headers of answers to GET. */
export const headers = (set: (asked: Asked, right: Reply) => Record<string, string>): Change =>
  where(
    ({ body }, { method }) => body !== '' && method === 'GET',
    (right, asked) => ({ ...right, headers: { ...right.headers, ...set(asked, right) } }),
  );

/** Answers otherwise where the right reply has one of these statuses. */
export const instead = (statuses: readonly number[], change: Change): Change =>
  where(({ status }, { method }) => method === 'GET' && statuses.includes(status), change);

/** Answers a wrong request as if the query had been another one; where that is wrong too, the right reply stays. */
export const lenient = (statuses: readonly number[], change: (query: URLSearchParams, asked: Asked) => void): Change =>
  instead(statuses, (right, asked): Answer => {
    const other = asked.rightTo((query) => change(query, asked));
    return other.status === 200 ? other : right;
  });
