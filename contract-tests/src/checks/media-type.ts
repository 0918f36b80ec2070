import { type Answer, headerOf } from '../exchange.ts';
import { type Breach, DOCUMENT } from './breach.ts';

/** Holds `Content-Type` against application/json in UTF-8. */
export function mediaType(answer: Answer): Breach[] {
  const value = headerOf(answer, 'content-type');
  const [type = '', ...parameters] = (value ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') {
    // Only what looks like a media type is repeated.
    const got = value === undefined ? 'none' : /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'something else';
    return [{ code: 'content-type', expected: 'content-type application/json', got, next: DOCUMENT }];
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset === undefined || /^"?utf-?8"?$/.test(charset)) return [];
  const got = /^"?[\w-]+"?$/.test(charset) ? `charset=${charset}` : 'another charset';
  return [{ code: 'charset', expected: 'UTF-8, with or without saying so', got, next: DOCUMENT }];
}
