import { onTestFinished } from 'vitest';
import { type Mock, type MockOptions, startMock } from '../src/index.ts';

/** A mock for a test, with its log lines. */
interface StartedMock {
  mock: Mock;
  log: string[];
  get(query: string, prefer?: string, user?: string): Promise<Received>;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests access the fields that they expect
  body: any;
}

/** Starts a mock and returns it with a function that sends queries to it. */
export async function start(options: MockOptions): Promise<StartedMock> {
  const log: string[] = [];
  const mock = await startMock({ ...options, log: (line) => log.push(line) });
  onTestFinished(() => mock.close());
  const get = async (query: string, prefer = '', user = 'u') => {
    const headers: Record<string, string> = prefer ? { prefer } : {};
    const response = await fetch(`${mock.address}/api/?user=${user}&key=k&${query}`, { headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  return { mock, log, get };
}
