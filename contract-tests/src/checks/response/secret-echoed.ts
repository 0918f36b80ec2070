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
  const form = place === 'body' ? undefined : 'header' in place ? place.form : place.body;
  const expected = 'a response that does not repeat the credentials';
  const got = (where: string): string => `the key in ${where}${form === undefined ? '' : `, ${form}`}`;
  if (place !== 'body' && 'header' in place) {
    const { header } = place;
    const decode = form === 'in base64' ? ' To see it, decode the value by base64 -d.' : '';
    const next = `Leave the credentials out of the header ${header}.${decode}`;
    return { header, expected, got: got(`the header ${header}`), next };
  }
  const around = new TextDecoder().decode(response.body).indexOf(MASK);
  const pointer = findText(readBody(response).json?.body, (text) => text.includes(MASK))?.pointer || undefined;
  return {
    ...(around < 0 ? {} : { around }),
    expected,
    got: got(pointer === undefined ? 'the body' : `the body, at ${pointer}`),
    next: `Leave the credentials out of ${pointer ?? 'the body'}.`,
  };
}
