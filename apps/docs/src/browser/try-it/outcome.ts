import { issueMessage, validate } from '@vehicle-lookup/contract/validators';
import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { basisText } from '@vehicle-lookup/openapi/selectors';
import { coloured, element } from '../elements.ts';
import { LIMIT_SECONDS, type SendOutcome } from './send.ts';

/** What to tell about a request that got no response, with the next step. */
const FAILURES: Record<Exclude<SendOutcome['kind'], 'response' | 'rejected'>, (address: string) => string> = {
  unreachable: (address) =>
    `No response: nothing answers at ${address}. Start the mock or the service, or correct the address. A page served over https cannot reach an http address.`,
  cors: (address) =>
    `A server answers at ${address}, but it does not allow pages of ${location.origin} to read its responses (CORS). ` +
    `The key was not sent. Start the service with --cors-origin ${location.origin}, or paste the curl line into a terminal.`,
  redirect: (address) =>
    `${address} answered with a redirect, which is not followed: the key would be sent to another address. Enter the final address.`,
  'time-out': (address) =>
    `No whole response from ${address} within ${LIMIT_SECONDS} seconds. Try again, or look at the service.`,
  stopped: () => 'Stopped. The service may have received the request and charged it.',
};

/** Shows how a request ended: status, time, matched envelope, body; or why there is no response. */
export function outcomeView(
  operation: string,
  address: string,
  outcome: SendOutcome,
  secrets: string[],
): HTMLElement[] {
  if (outcome.kind !== 'response') {
    const problem = outcome.kind === 'rejected' ? outcome.problem : FAILURES[outcome.kind](address);
    return [element('p', { class: 'problem' }, problem)];
  }
  const { status, headers, body, milliseconds } = outcome;
  const { text, value } = read(body);
  const retry = headers.find(([name]) => name.toLowerCase() === 'retry-after');
  return [
    element(
      'p',
      { 'data-status': String(status) },
      `Status ${status}, ${milliseconds} ms${retry ? `, Retry-After: ${retry[1]}` : ''}.`,
    ),
    ...verdict(operation, status, value, body),
    element(
      'pre',
      { class: 'block', 'aria-label': 'Body of the response', role: 'group', tabindex: '0' },
      element('code', {}, ...coloured(maskSecrets(text, secrets), 'json')),
    ),
  ];
}

function read(body: string): { text: string; value: unknown } {
  try {
    const value: unknown = JSON.parse(body);
    return { text: JSON.stringify(value, null, 2), value };
  } catch {
    return { text: body, value: undefined };
  }
}

function verdict(operation: string, status: number, value: unknown, body: string): HTMLElement[] {
  if (value === undefined) {
    const what = body === '' ? 'The body is empty' : 'The body is not JSON';
    return [
      element(
        'p',
        { class: 'problem', 'data-envelope': '' },
        `${what}: another server may have sent it. Check the base URL.`,
      ),
    ];
  }
  const result = validate(operation, status, value);
  if (result.ok) {
    const more =
      result.undocumented.length > 0
        ? ` Fields that the contract does not mention: ${result.undocumented.slice(0, 5).join(', ')}.`
        : '';
    const what = status < 300 ? `Matches the envelope ${result.envelope}.` : 'Matches the error body of the contract.';
    return [element('p', { class: 'ok', 'data-envelope': result.envelope }, what + more)];
  }
  const shown = result.issues.slice(0, 8).map((issue) => element('li', {}, issueMessage(issue) + basisText(issue)));
  const rest = result.issues.length - shown.length;
  return [
    element(
      'p',
      { class: 'problem', 'data-envelope': '' },
      `Breaks the contract${rest > 0 ? ` in ${result.issues.length} places` : ''}. Report it to the operator of the service:`,
    ),
    element('ul', {}, ...shown),
  ];
}
