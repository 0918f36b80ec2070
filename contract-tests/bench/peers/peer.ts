import type { Front } from '../front.ts';
import { addressOf, type Probe, probes } from '../probes.ts';

/** What a peer says of a service. */
export interface PeerVerdict {
  /** Whether it says that the service is wrong. */
  accuses: boolean;
  /** Neither wrong nor right: something that had to be seen was not. */
  isIncomplete?: boolean;
  /** All that it printed or wrote. */
  output: string;
}

/** A peer that can verify one service after another. */
export interface StartedPeer {
  /** @param service the address of the service itself, to which the front leads as well */
  verify(service: string): Promise<PeerVerdict>;
  close?(): void;
}

export interface BenchPeer {
  name: string;
  /** The package whose version is printed; the suite has none. */
  package?: string;
  /** @param directory an empty one for what it needs */
  start(front: Front, directory: string): Promise<StartedPeer>;
}

/** Prism waits for minutes for a response that broke off. */
const LIMIT_MS = 5000;

/** A response as a test around a library reads it. */
interface ProbeReply {
  response: Response;
  text: string;
  /** Absent where the text is not JSON. */
  json?: { body: unknown };
}

/**
 * The tests that a user writes around a peer that makes no requests: all probes, each with its status, a JSON body, and
 * what the peer says.
 */
export async function withProbes(
  base: string,
  complaints: (probe: Probe, response: ProbeReply) => string[],
): Promise<PeerVerdict> {
  for (const probe of probes) {
    const response = await ask(base, probe).catch((error: Error) => error.message);
    const found =
      typeof response === 'string' ? [response] : [...common(probe, response), ...complaints(probe, response)];
    if (found.length > 0) return { accuses: true, output: `${probe.name}: ${found.join('; ')}` };
  }
  return { accuses: false, output: '' };
}

async function ask(base: string, probe: Probe): Promise<ProbeReply> {
  const response = await fetch(addressOf(base, probe), { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
  const text = await response.text();
  try {
    return { response, text, json: { body: JSON.parse(text) } };
  } catch {
    return { response, text };
  }
}

function common({ status }: Probe, { response, json }: ProbeReply): string[] {
  const type = response.headers.get('content-type');
  return [
    ...(response.status === status ? [] : [`expected ${status}, got ${response.status}`]),
    ...(type?.toLowerCase().startsWith('application/json') ? [] : [`expected application/json, got ${type}`]),
    ...(json ? [] : ['expected JSON']),
  ];
}
