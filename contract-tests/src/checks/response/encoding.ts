import { headerOf } from '../../run/response.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';
import { decode, readBody } from '../read-body.ts';
import { shownValue } from '../received.ts';

/** What `fetch` asks for. It does not decode others, so the label is wrong where the body can be read. */
const ENCODINGS = /^(identity|gzip|x-gzip|deflate|br|zstd)$/;

export const contentEncoding: ContractCheck = {
  code: 'content-encoding',
  title: 'A body is not encoded as its header says',
  explanation: 'The body cannot be decoded as Content-Encoding says: the label is wrong, or the bytes are broken.',
  clause: 'endpoints.json',
  standard: 'RFC 9110, section 8.4',
  reading: 'A body that cannot be decoded cannot be read as JSON.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const coding = headerOf(response, 'content-encoding') ?? '';
    if (response.unread === 'undecodable') {
      return [
        {
          header: 'content-encoding',
          // What stands in the header is text of the service.
          ...(ENCODINGS.test(coding) ? { coding } : {}),
          expected: `a body in the coding that Content-Encoding names (${coding})`,
          got: `Content-Encoding: ${coding}, and a body that cannot be decoded as ${coding}`,
          next: `Encode the body as ${coding}, or leave Content-Encoding out if it is sent as it is. The command below shows the bytes: text that can be read was never encoded.`,
        },
      ];
    }
    const names = coding.split(',').map((name) => name.trim().toLowerCase());
    if (coding === '' || names.every((name) => ENCODINGS.test(name))) return [];
    return [
      {
        header: 'content-encoding',
        expected: 'gzip, deflate, br or none',
        got: 'an encoding that no client asked for, or that does not exist',
        next: 'Send the body as Accept-Encoding asks for it, or without that header.',
      },
    ];
  },
};

const MARK = [0xef, 0xbb, 0xbf];

export const byteOrderMark: ContractCheck = {
  code: 'byte-order-mark',
  title: 'A body starts with a byte order mark',
  explanation: 'A sender of JSON must not add one; many parsers reject it.',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 8.1',
  reading: 'A sender of JSON must not add one.',
  isOfAnyBody: true,
  ofResponse: ({ body }) =>
    MARK.every((byte, index) => body[index] === byte)
      ? [
          {
            expected: 'a body without one',
            got: 'a byte order mark',
            next: 'Write the body without the bytes EF BB BF at its start.',
          },
        ]
      : [],
};

export const notUtf8: ContractCheck = {
  code: 'not-utf-8',
  title: 'The bytes of a body are not UTF-8',
  explanation: 'JSON between systems is UTF-8; other bytes are rejected or replaced by clients.',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 8.1',
  reading: 'JSON between systems is UTF-8.',
  isOfAnyBody: true,
  ofResponse: (response) =>
    response.unread === undefined && readBody(response).text === undefined ? [otherBytes(response.body)] : [],
};

/** How a gzip file begins: RFC 1952, section 2.3.1. */
const GZIP = [0x1f, 0x8b];

/** How much of a text is shown on either side of the first wrong byte. */
const AROUND_BYTE = 24;

/** Bytes that are not UTF-8, and what they are instead. */
function otherBytes(body: Uint8Array): FoundViolation {
  const expected = 'a body in UTF-8';
  if (GZIP.every((byte, index) => body[index] === byte)) {
    return {
      expected,
      title: 'The body is gzip, and no header says so',
      got: 'the bytes of gzip (1F 8B …), without Content-Encoding',
      evidence: `the body begins with the bytes ${hex(body.subarray(0, 8))}`,
      next: 'Send Content-Encoding: gzip with it where the request accepts gzip; otherwise send it unpacked.',
    };
  }
  const at = firstWrong(body);
  const latin1 = new TextDecoder('windows-1252').decode(body.subarray(Math.max(0, at - AROUND_BYTE), at + AROUND_BYTE));
  return {
    expected,
    got: `the byte ${hex(body.subarray(at, at + 1))}, at byte ${at + 1}, which is not UTF-8`,
    evidence: `read as Latin-1 it is ${shownValue(latin1, 2 * AROUND_BYTE + 20)}`,
    next: 'Encode the body in UTF-8. If the text above is legible, the service writes Latin-1 or Windows-1252.',
  };
}

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');

/** The index of the first byte that belongs to no character. */
function firstWrong(body: Uint8Array): number {
  const text = new TextDecoder().decode(body);
  const index = text.indexOf('\ufffd');
  return index < 0 ? 0 : new TextEncoder().encode(text.slice(0, index)).length;
}

/** The bytes of a character in UTF-8, read as Latin-1: the second one becomes a control character. */
const TWICE = /(?:[\u00c2-\u00f4][\u0080-\u00bf]+)*[\u00c2-\u00f4][\u0080-\u009f][\u0080-\u00ff]*/;

export const encodedTwice: ContractCheck = {
  code: 'encoded-twice',
  title: 'A text was encoded in UTF-8 twice',
  explanation: 'Its letters are the bytes of other letters: the text was read as Latin-1 before it was encoded.',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 8.1',
  reading: 'Text that was encoded twice is JSON, and says something else.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const { text = '', json } = readBody(response);
    const found = json && TWICE.exec(text);
    if (!found) return [];
    const [letters] = found;
    const once = decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    return [
      {
        around: found.index,
        expected: `text that is encoded once${once === undefined ? '' : `: ${shownValue(once)}`}`,
        got: `${shownValue(letters)}: the bytes of UTF-8, each as a character`,
        next: 'Read the stored text as UTF-8, not as Latin-1, before it is encoded.',
      },
    ];
  },
};
