import type { Breach } from './checks/breach.ts';
import type { Answer } from './exchange.ts';
import type { Request } from './request.ts';

/** What one planned request led to. */
export interface Seen {
  request: Request;
  /** Whether the profile requires what it asks for. */
  required: boolean;
  /** `error`: no whole answer. `not-observed`: not sent, or answered with something that says nothing of its cell. */
  state: 'pass' | 'fail' | 'error' | 'not-observed';
  reason?: string;
  answer?: Answer;
  /** The parsed body, where there is one. */
  json?: { body: unknown };
  envelope?: string;
  undocumented: string[];
  breaches: Breach[];
  /** The assumption that decides on the request, where no clause does. */
  assumption?: string;
}
