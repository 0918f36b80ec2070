import { validateHeaders } from '@vehicle-lookup/contract/validators';
import { defined } from '../../defined.ts';
import { headerOf } from '../../run/response.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';

// A declared header may be absent from a response.
export const declaredHeader: ContractCheck = {
  code: 'header',
  title: 'A declared header has an invalid value',
  clause: 'service.1',
  reading: 'The document states the format of the header.',
  ofResponse: (response, { request }) => {
    const sent = (name: string): string | undefined => headerOf(response, name.toLowerCase());
    return validateHeaders(request.operation, response.status, (name) => sent(name) ?? null).map(
      ({ header = '', expected, clause, assumption }) => ({
        header: header.toLowerCase(),
        title: `The header ${header} has an invalid value`,
        ...defined({ assumption, clause }),
        // The received value is more informative than a pattern.
        expected: `${expected.includes('text that matches') ? 'the documented format' : expected} in ${header}`,
        got: `${header}: ${sent(header)}`,
        next: `Send ${header} in the documented format, or leave it out.`,
        ...(header.toLowerCase() === 'retry-after' ? RETRY_AFTER : {}),
      }),
    );
  },
};

/** The texts for `Retry-After`, whose format is defined by a standard. */
export const RETRY_AFTER: Pick<FoundViolation, 'expected' | 'standard' | 'next'> = {
  expected: 'a Retry-After in seconds or as an HTTP date',
  standard: 'RFC 9110, section 10.2.3',
  next: 'Write the number of seconds into Retry-After, for example 60.',
};
