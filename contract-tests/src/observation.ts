import type { Finding } from './finding.ts';

/** What one request showed of one declared cell. */
export interface Observation {
  operation: string;
  status: string;
  envelope?: string;
  state: 'pass' | 'fail' | 'error' | 'not-observed';
  reason?: string;
  findings: Finding[];
}
