import { mediaTypeOf, type ReceivedResponse } from '../run/response.ts';
import { readBytes } from './bytes.ts';
import type { Violation } from './violation.ts';

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
