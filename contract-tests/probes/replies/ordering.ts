import {
  type AssumptionProbe,
  confirmed,
  contradicted,
  goodReply,
  notObserved,
  recordsOf,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const lists = ['listBrands', 'listModels'].flatMap((operation) => goodReply(judgements, operation) ?? []);
    const long = lists.filter((list) => recordsOf([list]).length > 1);
    const unordered = long.find((list) => {
      const slugs = recordsOf([list]).map(({ slug }) => String(slug));
      return slugs.some((slug, index) => index > 0 && slug < (slugs[index - 1] ?? ''));
    });
    if (unordered) return contradicted(unordered, `the slugs of ${unordered.request.operation} do not ascend`);
    if (long.length === 0) return notObserved('no list had two entries');
    return confirmed(`the slugs ascend: ${long.map(({ request }) => request.operation).join(', ')}`);
  },
};
