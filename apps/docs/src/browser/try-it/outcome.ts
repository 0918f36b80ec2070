import { issueMessage, validate } from '@vehicle-lookup/contract/validators';
import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { basisText } from '@vehicle-lookup/openapi/selectors';
import { counted } from '../../markdown/write.ts';
import { coloured, element } from '../elements.ts';
import { LIMIT_SECONDS, type SendOutcome } from './send.ts';

/** Returns the reason why there is no response, and the next step. */
function failureText(outcome: Exclude<SendOutcome, { kind: 'response' }>, address: string): string {
  switch (outcome.kind) {
    case 'rejected':
      return outcome.problem;
    case 'unreachable':
      return `No response from ${address}. Start the mock or the service, or correct the URL. A page with an https URL cannot reach an http URL.`;
    case 'cors':
      return `The server at ${address} does not allow pages from ${location.origin} to read its responses (CORS). The key was not sent. Start the service with --cors-origin ${location.origin}, or paste the curl sample into a terminal.`;
    case 'redirect':
      return `${address} returned a redirect. The form does not follow redirects, because the key would be sent to another URL. Enter the final URL.`;
    case 'time-out':
      return `No complete response from ${address} within ${LIMIT_SECONDS} seconds. Send the request again, or check the service.`;
    case 'stopped':
      return 'Stopped. The service may have received and charged the request.';
  }
}

/** Renders the result of a request: status, time, envelope and body, or the reason why there is no response. */
export function outcomeView(
  operation: string,
  address: string,
  outcome: SendOutcome,
  secrets: readonly string[],
): HTMLElement[] {
  if (outcome.kind !== 'response') return [line('problem', failureText(outcome, address))];
  const { status, headers, body, milliseconds } = outcome;
  const retry = headers.find(([name]) => name.toLowerCase() === 'retry-after');
  const value = parsed(body);
  const shown = maskSecrets(value === undefined ? body : JSON.stringify(value, null, 2), [...secrets]);
  return [
    line('status-line', `Status ${status}, ${milliseconds} ms${retry ? `, Retry-After: ${retry[1]}` : ''}.`),
    ...verdict(operation, status, value, body),
    element(
      'pre',
      { class: 'block', 'data-language': 'json', 'aria-label': 'Response body', role: 'group', tabindex: '0' },
      element('code', {}, ...coloured(shown, 'json')),
    ),
  ];
}

const line = (kind: string, text: string): HTMLElement => element('p', { class: kind }, text);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function verdict(operation: string, status: number, value: unknown, body: string): HTMLElement[] {
  if (value === undefined) {
    const problem = `The body is ${body === '' ? 'empty' : 'not JSON'}: a different server may have sent the response. Check the base URL.`;
    return [line('problem', problem)];
  }
  const result = validate(operation, status, value);
  if (result.ok) {
    const { undocumented, envelope } = result;
    const more = undocumented.length > 0 ? ` Undocumented fields: ${undocumented.slice(0, 5).join(', ')}.` : '';
    const form = status < 300 ? `envelope ${envelope}` : 'error body in the contract';
    return [line('ok', `The response matches the ${form}.${more}`)];
  }
  const { issues } = result;
  const shown = issues.slice(0, 8).map((issue) => element('li', {}, issueMessage(issue) + basisText(issue)));
  const problem = `The response violates the contract (${counted(issues.length, 'violation')}). Report the response to the service's operator:`;
  return [line('problem', problem), element('ul', {}, ...shown)];
}
