import { type AssumptionProbe, confirmedBy, contradicted } from '../../src/judge/assumptions/assumption-probe.ts';

const TEXT = 'not available in your plan';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const rejected = judgements.filter(({ reply: response, json }) => response?.status === 403 && json);
    const other = rejected.find(({ json }) => !JSON.stringify(json?.body).includes(TEXT));
    if (other) {
      return contradicted(other, `${other.request.operation}: a 403 with another text`, {
        expected: `a 403 whose text holds "${TEXT}"`,
        next: `Write "${TEXT}" into the message: clients tell a missing plan from other refusals by it.`,
      });
    }
    return confirmedBy(rejected.length, 'a 403 with this text');
  },
};
