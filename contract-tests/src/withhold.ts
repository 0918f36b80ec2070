import { isDeepStrictEqual } from 'node:util';
import { maskSecrets } from '@vehicle-lookup/operations';
import type { Exchange } from './exchange.ts';
import { isFault } from './exchange.ts';
import { leaks, withoutSecrets } from './leak.ts';

/**
 * Takes the secrets out of an answer, so that nothing behind this point can print one, and says where they were. What is
 * judged is what a recording holds; so its replay judges the same.
 */
export function withholdSecrets(result: Exchange, secrets: readonly string[]): Exchange {
  if (isFault(result)) return result;
  const { headers, body } = result;
  const shown = headers.map((header) => header.map((text) => withoutSecrets(text, secrets)) as [string, string]);
  const header = shown.find((one, index) => !isDeepStrictEqual(one, headers[index]));
  const inHeader = header ? [`the header ${header[0]}`] : [];
  const answer = header ? { ...result, headers: shown, echoed: inHeader } : result;
  if (!leaks(textOf(body), secrets)) return answer;
  const echoed = [...inHeader, 'the body'];
  const kept = maskedBytes(body, secrets);
  return kept ? { ...answer, body: kept, echoed } : { ...answer, body: new Uint8Array(), unread: 'withheld', echoed };
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Bytes that are not UTF-8 stay what they are; undefined where a secret would still be found. */
function maskedBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array | undefined {
  const text = textOf(bytes);
  const encoding = Buffer.from(text).equals(bytes) ? 'utf8' : 'latin1';
  const kept = Buffer.from(maskSecrets(Buffer.from(bytes).toString(encoding), secrets), encoding);
  return leaks(textOf(kept), secrets) || leaks(kept.toString('latin1'), secrets) ? undefined : kept;
}
