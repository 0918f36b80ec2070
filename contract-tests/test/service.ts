import { type VerifyOptions, verifyContract } from '../src/index.ts';
import type { Answer, Asked } from '../src/mutants/mutant.ts';
import { type Body, KEY, type Reply, USER } from '../src/mutants/right-service.ts';
import { startService } from '../src/mutants/start.ts';
import type { Report } from '../src/report.ts';

export { type Body, example, KEY, type Reply, USER } from '../src/mutants/right-service.ts';
export { type Service, startService } from '../src/mutants/start.ts';

/** What a faulty service does with a right reply to GET; `silence` never answers. */
export type Fault = (reply: Reply, request: Pick<Asked, 'query' | 'operation'>) => Answer;

/** Verifies a service with one fault, or a right one. */
export async function verifyWith(
  fault?: Fault,
  envelope?: string,
  options: Partial<VerifyOptions> = {},
): Promise<Report> {
  const service = await startService(fault, envelope);
  const base = { baseUrl: service.url, user: USER, key: KEY, target: 'service', timeoutMs: 300 } as const;
  try {
    return await verifyContract({ ...base, ...options });
  } finally {
    await service.close();
  }
}

/** A fault in the successes of one operation. */
export const inSuccess =
  (operation: string, change: (body: Body, reply: Reply) => Partial<Reply> | undefined): Fault =>
  (right, request) => {
    if (right.status !== 200 || request.operation !== operation) return right;
    return { ...right, ...(change(right.body, right) ?? {}) };
  };
