import { onTestFinished } from 'vitest';
import { type Mock, type MockOptions, startMock } from '../src/index.ts';

/** A mock of a test, with the lines of its log. */
interface StartedMock {
  mock: Mock;
  log: string[];
  get(query: string, prefer?: string, user?: string): Promise<Received>;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
}

/** A mock, and a function that sends a query to it. */
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
