import type { RequestListener } from 'node:http';
import { sendJson, serveHttp } from '@vehicle-lookup/testing';

/** Starts a service and returns its base URL. */
export const serve = async (listener: RequestListener): Promise<string> => (await serveHttp(listener)).address;

/** Returns a listener that responds to every request with the same status and body. */
export const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    sendJson(response, status, body, headers);

/** Starts a service that never responds. `arrived` resolves when the first request arrives. */
export async function serveSilence(): Promise<{ baseUrl: string; arrived: Promise<void> }> {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  return { baseUrl: await serve(() => resolve()), arrived };
}

/** Waits until all ready work has run, such as reports of unhandled rejections. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}
