import { headerOf } from '../../run/response.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';
import { decode, readBody } from '../read-body.ts';
import { shownValue } from '../received.ts';

/** The content codings that `fetch` decodes. If a body with another coding is readable, its header is wrong. */
const ENCODINGS = /^(identity|gzip|x-gzip|deflate|br|zstd)$/;

export const contentEncoding: ContractCheck = {
  code: 'content-encoding',
  title: 'A body is not encoded as its header states',
  clause: 'endpoints.json',
  standard: 'RFC 9110, section 8.4',
  reading: 'A body that cannot be decoded cannot be read as JSON.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const coding = headerOf(response, 'content-encoding') ?? '';
    const isKnown = coding.split(',').every((name) => ENCODINGS.test(name.trim().toLowerCase()));
    if (response.unread !== 'undecodable' && (coding === '' || isKnown)) return undefined;
    return {
      header: 'content-encoding',
      // The header value comes from the service, so only a known coding is repeated.
      ...(ENCODINGS.test(coding) ? { coding } : {}),
      expected: 'a body encoded as its header states (gzip, deflate or br), or not encoded',
      got: isKnown
        ? `Content-Encoding: ${coding}, and a body that cannot be decoded`
        : 'a content coding that the client did not request',
      next: 'Encode the body as Content-Encoding states and Accept-Encoding allows, or omit Content-Encoding if the body is not encoded.',
    };
  },
};

const MARK = [0xef, 0xbb, 0xbf];

export const byteOrderMark: ContractCheck = {
  code: 'byte-order-mark',
  title: 'A body starts with a byte order mark',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 8.1',
  reading: 'A sender of JSON must not add a byte order mark.',
  isOfAnyBody: true,
  ofResponse: ({ body }) =>
    MARK.every((byte, index) => body[index] === byte)
      ? {
          expected: 'a body without a byte order mark',
          got: 'a byte order mark',
          next: 'Write the body without the bytes EF BB BF at its start.',
        }
      : undefined,
};

export const notUtf8: ContractCheck = {
  code: 'not-utf-8',
  title: 'The bytes of a body are not UTF-8',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 8.1',
  reading: 'JSON between systems is UTF-8.',
  isOfAnyBody: true,
  ofResponse: (response) =>
    response.unread === undefined && readBody(response).text === undefined ? otherBytes(response.body) : undefined,
};

/** The number of bytes shown on either side of the first invalid byte. */
const AROUND_BYTE = 24;

/** Reports the first invalid byte and the surrounding text decoded as Latin-1. */
function otherBytes(body: Uint8Array): FoundViolation {
  const text = new TextDecoder().decode(body);
  const at = new TextEncoder().encode(text.slice(0, text.indexOf('\ufffd'))).length;
  const latin1 = new TextDecoder('windows-1252').decode(body.subarray(Math.max(0, at - AROUND_BYTE), at + AROUND_BYTE));
  return {
    expected: 'a body in UTF-8',
    got: `the byte ${body[at]?.toString(16).toUpperCase()}, at byte ${at + 1}, which is not UTF-8`,
    evidence: `read as Latin-1 it is ${shownValue(latin1, 2 * AROUND_BYTE + 20)}`,
    next: 'Encode the body in UTF-8: if the text above is legible, it is Latin-1 or Windows-1252. If it is gzip, send Content-Encoding: gzip.',
  };
}

/** UTF-8 bytes of a character read as Latin-1. The second byte becomes a control character. */
const TWICE = /(?:[\u00c2-\u00f4][\u0080-\u00bf]+)*[\u00c2-\u00f4][\u0080-\u009f][\u0080-\u00ff]*/;

export const encodedTwice: ContractCheck = {
  code: 'encoded-twice',
  title: 'A string was encoded in UTF-8 twice',
  explanation:
    'The string was read as Latin-1 before it was encoded, so each byte of a character became a separate character.',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 8.1',
  reading: 'Text that was encoded twice is JSON, but has a different meaning.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    const found = json && TWICE.exec(text);
    if (!found) return undefined;
    const [letters] = found;
    const once = decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    return {
      around: found.index,
      expected: `text that is encoded once${once === undefined ? '' : `: ${shownValue(once)}`}`,
      got: `${shownValue(letters)}: the bytes of UTF-8, each as a character`,
      next: 'Read the stored text as UTF-8, not as Latin-1, before it is encoded.',
    };
  },
};
