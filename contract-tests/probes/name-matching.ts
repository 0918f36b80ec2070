import { isDeepStrictEqual } from 'node:util';
import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { type Aside, aside, asidesOf } from './shared/asides.ts';
import { goodAnswer, recordsOf } from './shared/bodies.ts';
import { records } from './shared/records.ts';
import { confirmed, contradicted, notObserved } from './shared/results.ts';

const OPERATION = 'listModels';

export const probe: AssumptionProbe = {
  asides: (operations) => [
    ...aside(operations, OPERATION, { why: 'slug in upper case', status: '200' }, (good) =>
      good.map(([name, value]) => [name, name === 'brand' ? value.toUpperCase() : value]),
    ),
    ...aside(operations, OPERATION, { why: 'display name', status: '200' }).map(
      (planned): Aside => ({
        ...planned,
        query: (values, earlier) => {
          const brands = records(earlier('listBrands')?.body ?? []);
          const brand = brands.find(({ slug }) => slug === values.of(OPERATION, 'brand'));
          if (!brand) return undefined;
          const good = planned.query(values, earlier) ?? [];
          return good.map(([name, value]) => [name, name === 'brand' ? String(brand.name) : value]);
        },
      }),
    ),
  ],
  judge: (seen) => {
    const own = asidesOf(seen, 'name-matching').filter(({ answer }) => answer);
    const bySlug = goodAnswer(seen, OPERATION);
    if (own.length === 0 || !bySlug) return notObserved('the models of no brand were seen under two spellings');
    const other = own.find((one) => !one.json || !isDeepStrictEqual(recordsOf([one]), recordsOf([bySlug])));
    return other
      ? contradicted(
          other,
          `${other.request.why}: status ${other.answer?.status}, not the models that the slug leads to`,
        )
      : confirmed(`the same models: ${own.map(({ request }) => request.why).join(', ')}`);
  },
};
