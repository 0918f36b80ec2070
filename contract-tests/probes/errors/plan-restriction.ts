import { type AssumptionProbe, confirmedBy, contradicted } from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const refused = judgements.filter(({ reply, json }) => reply?.status === 403 && json);
    const other = refused.find(({ json }) => !JSON.stringify(json?.body).includes('not available in your plan'));
    if (other) return contradicted(other, `${other.request.operation}: a 403 with another text`);
    return confirmedBy(refused.length, 'a 403 with this text');
  },
};
