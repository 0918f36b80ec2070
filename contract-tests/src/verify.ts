import { createRequire } from 'node:module';
import { operationTable } from '@vehicle-lookup/operations';
import { serviceAddress } from './address.ts';
import { casesFolder, loadCases } from './cases.ts';
import { documentedOperations, type Projection } from './document.ts';
import { leaks } from './leak.ts';
import { matrix, notExercised } from './matrix.ts';
import { observe } from './observe.ts';
import { plan, type Target } from './plan/plan.ts';
import { type Report, verdictOf } from './report.ts';
import { RunError } from './run-error.ts';

export interface VerifyOptions {
  /** The service's base address, without the document's path. */
  baseUrl: string;
  user: string;
  key: string;
  /** Whether declared answers may be asked for by `Prefer`. */
  target: Target;
  /** Parameter values that replace the documented examples, by name. */
  data?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
  /** For one request with its answer, in milliseconds; 10 000 unless told. */
  timeoutMs?: number;
}

/**
 * Verifies a service against the contract: every operation, declared status and envelope.
 * Requests are made one after another, redirects are not followed, and the report holds no credential.
 * @throws RunError when no run is possible: wrong options, an address that does not answer, cases that do not fit
 */
export async function verifyContract(options: VerifyOptions): Promise<Report> {
  const { target, data = {}, fetch = globalThis.fetch, timeoutMs = 10_000 } = options;
  const address = serviceAddress(options.baseUrl);
  const credentials = credentialsOf(options);
  const document = createRequire(import.meta.url)('@vehicle-lookup/spec/operations.json') as Projection;
  const operations = documentedOperations(document, operationTable, data);
  const cases = await loadCases(
    casesFolder,
    operations.map(({ entry }) => entry.id),
  );
  const probes = plan(operationTable, operations, target);
  const { observations, requests } = await observe(probes, {
    table: operationTable,
    address,
    credentials,
    target,
    cases,
    transport: { fetch, timeoutMs },
  });
  const cells = matrix(operationTable.operations, observations, target);
  const findings = [...observations.flatMap((seen) => seen.findings), ...notExercised(cells)];
  return { target, address, verdict: verdictOf(cells), requests, cells, findings, notes: notes(credentials) };
}

function credentialsOf({ user, key }: VerifyOptions): Record<string, string> {
  const given: Record<string, string> = { user, key };
  return Object.fromEntries(
    operationTable.credentials.map((name) => {
      const value = given[name];
      if (!value) throw new RunError(`the credential ${name} is missing or empty; give it with --${name}`);
      return [name, value];
    }),
  );
}

function notes(credentials: Record<string, string>): string[] {
  return operationTable.secrets
    .filter((name) => !leaks(credentials[name] ?? '', [credentials[name] ?? '']))
    .map((name) => `the ${name} is too short to be told from other text: whether answers repeat it was not looked for`);
}
