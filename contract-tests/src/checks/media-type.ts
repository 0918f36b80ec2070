import { mediaTypeOf, type ReceivedReply } from '../run/response.ts';
import type { Breach } from './violation.ts';
import { readBytes } from './bytes.ts';

/** What has to change beside the header, if anything. */
function bodyAdvice(reply: ReceivedReply): string {
  if (reply.unread !== undefined || reply.body.length === 0) return 'Send';
  if (readBytes(reply).json) return 'The body is JSON already, change only the header: send';
  const isPage = /^\s*<(!doctype|html)/i.test(new TextDecoder().decode(reply.body));
  return `Replace ${isPage ? 'the HTML page' : 'the text'} by a JSON body, and send`;
}

/** Compares `Content-Type` with application/json in UTF-8. */
export function mediaType(reply: ReceivedReply): Breach[] {
  const found = mediaTypeOf(reply);
  if (found?.type !== 'application/json') {
    // Only what looks like a media type is repeated.
    const got = found ? (/^[\w.+-]+\/[\w.+-]+$/.test(found.type) ? found.type : 'something else') : 'none';
    const isJson = got.endsWith('+json');
    return [
      {
        code: 'content-type',
        header: 'content-type',
        expected: 'content-type application/json',
        title: got === 'none' ? 'The reply has no Content-Type' : `The media type is ${got}, not application/json`,
        got: got === 'none' ? 'no content-type' : got,
        next: `${bodyAdvice(reply)} Content-Type: application/json with every reply, errors included.${isJson ? ` If ${got} is meant, the document has to declare it: clients compare the media type.` : ''}`,
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
