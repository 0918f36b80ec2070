import { defined } from '../../defined.ts';
import type { EchoPlace, ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';
import { findText, readBody } from '../read-body.ts';
import { isRedirect } from './redirect.ts';

const MASK = '***';

// The secret was masked before any other code read the response.
export const secretEchoed: ContractCheck = {
  code: 'secret-echoed',
  title: 'A response repeats the key',
  explanation: 'Responses are logged, cached and shown. The key was found in one, as it is or encoded.',
  clause: 'authentication.1',
  reading: 'The clause calls the key secret; that no response repeats it is general practice, no clause says it.',
  isSecurity: true,
  ofResponse: (response, { request }) =>
    (response.echoed ?? [])
      .map((place) => echo(place, response))
      // That a redirect repeats the query is part of the redirect.
      .filter(({ header }) => !(request.probeOf && isRedirect(response) && header === 'location')),
};

function echo(place: EchoPlace, response: ReceivedResponse): FoundViolation {
  const header = place !== 'body' && 'header' in place ? place.header : undefined;
  const form = place === 'body' ? undefined : 'header' in place ? place.form : place.body;
  const around = header === undefined ? new TextDecoder().decode(response.body).indexOf(MASK) : -1;
  const pointer = around < 0 ? '' : findText(readBody(response).json?.body, (text) => text.includes(MASK))?.pointer;
  const where = header === undefined ? `the body${pointer ? `, at ${pointer}` : ''}` : `the header ${header}`;
  return {
    ...defined({ header }),
    ...(around < 0 ? {} : { around }),
    expected: 'a response that does not repeat the credentials',
    got: `the key in ${where}${form === undefined ? '' : `, ${form}`}`,
    next: `Leave the credentials out of ${where}${form === undefined ? '' : ', in every encoding'}.`,
  };
}
