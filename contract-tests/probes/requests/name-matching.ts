import { isDeepStrictEqual } from 'node:util';
import type { AssumptionProbe, ProbeRequest } from '../../src/judge/assumption-probe.ts';
import { records } from '../../src/judge/records.ts';
import { replaced } from '../../src/plan/requests/good-query.ts';
import { goodReply, recordsOf } from '../shared/bodies.ts';
import { ofProbe, probeRequest } from '../shared/requests.ts';
import { confirmed, contradicted, notObserved } from '../shared/results.ts';

const OPERATION = 'listModels';

export const probe: AssumptionProbe = {
  requests: (operations) => [
    ...probeRequest(operations, OPERATION, { why: 'slug in upper case', status: '200' }, (good) =>
      good.map(([name, value]) => [name, name === 'brand' ? value.toUpperCase() : value]),
    ),
    ...probeRequest(operations, OPERATION, { why: 'display name', status: '200' }).map(
      (request): ProbeRequest => ({
        ...request,
        query: (known) => {
          const brands = records(known.successes.get('listBrands')?.body ?? []);
          const brand = brands.find(({ slug }) => slug === known.value(OPERATION, 'brand'));
          return brand && replaced(request.query(known) ?? [], 'brand', String(brand.name));
        },
      }),
    ),
  ],
  judge: (judgements) => {
    const own = ofProbe(judgements, 'name-matching').filter(({ reply }) => reply);
    const bySlug = goodReply(judgements, OPERATION);
    if (own.length === 0 || !bySlug) return notObserved('the models of no brand were seen under two spellings');
    const other = own.find((one) => !one.json || !isDeepStrictEqual(recordsOf([one]), recordsOf([bySlug])));
    return other
      ? contradicted(
          other,
          `${other.request.why}: status ${other.reply?.status}, not the models that the slug leads to`,
        )
      : confirmed(`the same models: ${own.map(({ request }) => request.why).join(', ')}`);
  },
};
