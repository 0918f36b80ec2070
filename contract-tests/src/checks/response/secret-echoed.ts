import type { TrafficEcho } from '@vehicle-lookup/contract/recording';
import { defined } from '../../defined.ts';
import type { ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';
import { findText, readBody } from '../read-body.ts';
import { isRedirect } from './redirect.ts';

const MASK = '***';

// The secret was masked before other code could read the response.
export const secretEchoed: ContractCheck = {
  code: 'secret-echoed',
  title: 'A response repeats the key',
  explanation: 'Responses are logged, cached and displayed. A response contains the key, in plain or encoded form.',
  clause: 'authentication.1',
  reading:
    'The clause calls the key secret. Not repeating a secret in a response is general practice; no clause states it.',
  isSecurity: true,
  ofResponse: (response, { request }) =>
    (response.echoed ?? [])
      .map((place) => echo(place, response))
      // A redirect that repeats the query is reported as a redirect.
      .filter(({ header }) => !(request.probeOf && isRedirect(response) && header === 'location')),
};

function echo(place: TrafficEcho, response: ReceivedResponse): FoundViolation {
  const header = place === 'body' ? undefined : place.header;
  const around = header === undefined ? new TextDecoder().decode(response.body).indexOf(MASK) : -1;
  const pointer = around < 0 ? '' : findText(readBody(response).json?.body, (text) => text.includes(MASK))?.pointer;
  const where = header === undefined ? `the body${pointer ? `, at ${pointer}` : ''}` : `the header ${header}`;
  return {
    ...defined({ header }),
    ...(around < 0 ? {} : { around }),
    expected: 'a response that does not repeat the credentials',
    got: `the key in ${where}`,
    next: `Remove the credentials from ${where}, in every encoding.`,
  };
}
