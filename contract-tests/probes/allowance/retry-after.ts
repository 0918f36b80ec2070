import { type AssumptionProbe, confirmedBy, contradicted } from '../../src/judge/assumptions/assumption-probe.ts';
import { headerOf } from '../../src/run/response.ts';

/** RFC 9110, section 10.2.3. */
const isRetryAfter = (value: string): boolean => /^\d+$/.test(value) || new Date(value).toUTCString() === value;

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const sent = judgements.filter(
      ({ reply: response }) => response && headerOf(response, 'retry-after') !== undefined,
    );
    const other = sent.find(
      ({ reply: response }) => response && !isRetryAfter(headerOf(response, 'retry-after') ?? ''),
    );
    if (other) {
      return contradicted(other, 'a Retry-After that is neither a number of seconds nor an HTTP date', {
        header: 'retry-after',
        expected: 'a Retry-After in seconds or as an HTTP date',
        standard: 'RFC 9110, section 10.2.3',
        next: 'Write the number of seconds into Retry-After, for example 60.',
      });
    }
    return confirmedBy(sent.length, 'a Retry-After in seconds or as an HTTP date');
  },
};
