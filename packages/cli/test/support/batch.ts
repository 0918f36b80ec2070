import { join } from 'node:path';
import { sendJson, temporaryDirectory } from '@vehicle-lookup/testing';
import { type Responder, vehicle } from './service.ts';

/** Node.js options that simulate a terminal for both outputs. */
export const TERMINAL = '--import=data:text/javascript,process.stdout.isTTY=process.stderr.isTTY=true';
export const MONTH = { 'retry-after': '2592000' };

/** Returns the given number of different VINs. */
export const vins = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `WVWZZZ1KZAW${String(index).padStart(6, '0')}`);
export const newFile = (): string => join(temporaryDirectory(), 'out.ndjson');
export const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Responds with the VIN as the model. */
export const echo: Responder = (query, response) => sendJson(response, 200, vehicle(query.get('vin') ?? ''));

/** Responds to the given number of requests, but never to later requests. */
export function answerOnly(count: number): Responder {
  let left = count;
  return (query, response, request) => {
    if (left-- > 0) echo(query, response, request);
  };
}
