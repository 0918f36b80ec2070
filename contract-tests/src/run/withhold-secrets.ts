import { isDeepStrictEqual } from 'node:util';
import { leaks, maskSecrets } from '@vehicle-lookup/secrets';
import { withoutSecrets } from '../without-secrets.ts';
import { isReply, type SendResult } from './reply.ts';

/**
 * Takes the secrets out of a reply, so that no later code can print one, and says where they were. What is judged is
 * what a recording holds; so its replay judges the same.
 */
export function withholdSecrets(result: SendResult, secrets: readonly string[]): SendResult {
  if (!isReply(result)) return result;
  const { headers, body } = result;
  const masked = headers.map((header) => header.map((text) => withoutSecrets(text, secrets)) as [string, string]);
  const header = masked.find((found, index) => !isDeepStrictEqual(found, headers[index]));
  const inHeader = header ? [{ header: header[0] }] : [];
  const reply = header ? { ...result, headers: masked, echoed: inHeader } : result;
  if (!leaks(textOf(body), secrets)) return reply;
  const echoed = [...inHeader, 'body' as const];
  const kept = maskedBytes(body, secrets);
  return kept ? { ...reply, body: kept, echoed } : { ...reply, body: new Uint8Array(), unread: 'withheld', echoed };
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Bytes that are not UTF-8 stay as they are; undefined where a secret would still be found. */
function maskedBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array | undefined {
  const text = textOf(bytes);
  const encoding = Buffer.from(text).equals(bytes) ? 'utf8' : 'latin1';
  const kept = Buffer.from(maskSecrets(Buffer.from(bytes).toString(encoding), secrets), encoding);
  return leaks(textOf(kept), secrets) || leaks(kept.toString('latin1'), secrets) ? undefined : kept;
}
