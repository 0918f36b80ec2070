import { isDeepStrictEqual } from 'node:util';
import { records } from '../../src/checks/records.ts';
import {
  type AssumptionProbe,
  confirmed,
  contradicted,
  goodResponse,
  notObserved,
  ofProbe,
  type ProbeRequest,
  probeRequest,
  recordsOf,
} from '../../src/judge/assumptions/assumption-probe.ts';
import { replaced } from '../../src/plan/requests/good-query.ts';

const OPERATION = 'listModels';

export const probe: AssumptionProbe = {
  requests: (operations) => [
    ...probeRequest(operations, { id: 'slug in upper case', operation: OPERATION, status: '200' }, (good) =>
      good.map(([name, value]) => [name, name === 'brand' ? value.toUpperCase() : value]),
    ),
    ...probeRequest(operations, { id: 'display name', operation: OPERATION, status: '200' }).map(
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
  judge: (judgements, { id }) => {
    const spelt = ofProbe(judgements, id).filter(({ reply: response }) => response);
    const bySlug = goodResponse(judgements, OPERATION);
    if (spelt.length === 0 || !bySlug) return notObserved('the models of no brand were seen under two spellings');
    const other = spelt.find(
      (judgement) => !judgement.json || !isDeepStrictEqual(recordsOf([judgement]), recordsOf([bySlug])),
    );
    return other
      ? contradicted(
          other,
          `${other.request.id}: status ${other.reply?.status}, not the models that the slug leads to`,
          {
            expected: 'the models that the slug leads to',
            compared: bySlug.request,
            next: 'Compare brand and model with slugs and display names, regardless of case.',
          },
        )
      : confirmed(`the same models: ${spelt.map(({ request }) => request.id).join(', ')}`);
  },
};
