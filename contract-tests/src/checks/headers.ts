import { validateHeaders } from '@vehicle-lookup/contract/validators';
import type { Request } from '../plan/request.ts';
import { headerOf, mediaTypeOf, type ReceivedResponse } from '../run/response.ts';
import { readBytes } from './bytes.ts';
import type { Violation } from './violation.ts';

/** Headers in which frameworks, debuggers and balancers write of themselves. */
const INTERNALS = /^x-(powered-by|aspnet(mvc)?-version|debug.*|php-.*|runtime|backend.*|upstream.*|served-by)$/;
/** Those of them that name a program and its version. */
const PROGRAMS = /^x-(powered-by|aspnet(mvc)?-version|php-.*|runtime)$/;
/** An address or a name of a private network. */
const PRIVATE = /\b(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+\b|\b[\w-]+\.(internal|local|lan)\b/;

/** What headers say beyond the contract: who may keep a response, who may read it, and what runs the service. */
export function carelessHeaders(response: ReceivedResponse): Violation[] {
  const value = (name: string): string => headerOf(response, name) ?? '';
  const found: Violation[] = [];
  if (/\bpublic\b|\bs-maxage\b/i.test(value('cache-control'))) {
    found.push({
      code: 'public-cache',
      header: 'cache-control',
      expected: 'Cache-Control: private or no-store, or none, on responses that need a key',
      got: `Cache-Control: ${value('cache-control')}, which lets shared caches keep the response`,
      next: 'Send Cache-Control: private or no-store.',
    });
  }
  if (value('access-control-allow-origin') === '*' && /^true$/i.test(value('access-control-allow-credentials'))) {
    found.push({
      code: 'open-cors',
      header: 'access-control-allow-origin',
      expected: 'named origins where credentials are allowed',
      got: 'any origin, with credentials',
      evidence: 'access-control-allow-origin: *; access-control-allow-credentials: true',
      next: 'Name the origins, or leave Access-Control-Allow-Credentials out.',
    });
  }
  const internal = response.headers.find(([name, text]) => INTERNALS.test(name) || PRIVATE.test(text));
  if (internal) {
    const inside = PRIVATE.exec(internal[1]);
    const isProgram = !inside && PROGRAMS.test(internal[0]);
    const isDebugger = !inside && internal[0].startsWith('x-debug');
    found.push({
      code: 'internals-in-headers',
      title: `The header ${internal[0]} shows ${inside ? 'an address inside the network' : isDebugger ? 'that debugging is on' : 'what runs the service'}`,
      header: internal[0],
      expected: 'no header that tells what runs the service',
      got: `the header ${internal[0]}${inside ? `, with the address ${inside[0]} of a private network` : ''}`,
      harm: isDebugger
        ? 'It may open the data of a debugger to a stranger; no client needs it.'
        : `It tells an attacker ${isProgram ? 'which known weaknesses' : 'which machine'} to try; no client needs it.`,
      next: inside
        ? 'Remove the header at the edge of the service, or write a public name into it.'
        : isDebugger
          ? 'Switch debugging off in production, and remove the header.'
          : 'Remove the header at the edge of the service.',
    });
  }
  return found;
}

/** The headers whose form a standard states. */
const STANDARDS: Readonly<Record<string, Pick<Violation, 'standard' | 'next'>>> = {
  'retry-after': {
    standard: 'RFC 9110, section 10.2.3',
    next: 'Write the number of seconds into Retry-After, for example 60.',
  },
};

/** Headers that the document declares for the response, each with an invalid value. A declared header may be absent. */
export function declaredHeaders(response: ReceivedResponse, { operation }: Pick<Request, 'operation'>): Violation[] {
  const sent = (name: string): string | undefined => headerOf(response, name.toLowerCase());
  return validateHeaders(operation, response.status, (name) => sent(name) ?? null).map(
    ({ header = '', expected, clause, assumption }) => ({
      code: 'header',
      header: header.toLowerCase(),
      title: `The header ${header} has an invalid value`,
      ...(clause === undefined ? {} : { clause }),
      ...(assumption === undefined ? {} : { assumption }),
      // A pattern tells a reader less than the value that is sent.
      expected: `${expected.includes('text that matches') ? 'the documented form' : expected} in ${header}`,
      got: `${header}: ${sent(header)}`,
      ...(STANDARDS[header.toLowerCase()] ?? { next: `Send ${header} in the documented form, or leave it out.` }),
    }),
  );
}

/** What has to change beside the header, if anything. */
function bodyAdvice(response: ReceivedResponse): string {
  if (response.unread !== undefined || response.body.length === 0) return 'Send';
  if (readBytes(response).json) return 'The body is JSON already, change only the header: send';
  const isPage = /^\s*<(!doctype|html)/i.test(new TextDecoder().decode(response.body));
  return `Replace ${isPage ? 'the HTML page' : 'the text'} by a JSON body, and send`;
}

/** Compares `Content-Type` with application/json in UTF-8. */
export function mediaType(response: ReceivedResponse): Violation[] {
  const found = mediaTypeOf(response);
  if (found?.type !== 'application/json') {
    // Only what looks like a media type is repeated.
    const got = found ? (/^[\w.+-]+\/[\w.+-]+$/.test(found.type) ? found.type : 'something else') : 'none';
    const isJson = got.endsWith('+json');
    return [
      {
        code: 'content-type',
        header: 'content-type',
        expected: 'content-type application/json',
        title: got === 'none' ? 'The response has no Content-Type' : `The media type is ${got}, not application/json`,
        got: got === 'none' ? 'no content-type' : got,
        next: `${bodyAdvice(response)} Content-Type: application/json with every response, errors included.${isJson ? ` If ${got} is meant, the document has to declare it: clients compare the media type.` : ''}`,
      },
    ];
  }
  const charset = found.parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset === undefined || /^"?utf-?8"?$/.test(charset)) return [];
  const got = /^"?[\w-]+"?$/.test(charset) ? `charset=${charset}` : 'another charset';
  return [
    {
      code: 'charset',
      header: 'content-type',
      expected: 'UTF-8, with or without saying so',
      got,
      next: 'Write UTF-8, and leave charset out or say utf-8.',
    },
  ];
}
