import { type AssumptionProbe, confirmedBy, contradicted } from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const own = judgements.filter(
      ({ request, reply: response }) =>
        request.kind === 'unknown-parameter' && !request.prefer && response?.status === 400,
    );
    const repeating = own.find(({ request, json }) => {
      const [name = ''] = request.query.at(-1) ?? [];
      return new RegExp(`\\b${name}\\b`).test(JSON.stringify(json?.body) ?? '');
    });
    if (repeating) {
      return contradicted(repeating, 'message repeats the name of the unknown parameter', {
        expected: 'a text without the name of the unknown parameter',
        next: 'Name the parameters that the operation takes, not the one that came: it may be the key.',
      });
    }
    return confirmedBy(own.length, 'answered with 400, and the text does not repeat the name');
  },
};
