import type { Check } from '../src/judge/case.ts';
import { records } from '../src/judge/records.ts';

/** "Engine record": `From` and `Until` are YYYY-MM, hence compare as text; `Until` may be empty. */
const months: Check = {
  expected: 'engines whose Until is not before From',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(({ From, Until }) => Until !== '' && String(Until) < String(From));
    return wrong < 0 ? undefined : `record ${wrong + 1} with an Until before its From`;
  },
};

export const checks: Check[] = [months];
