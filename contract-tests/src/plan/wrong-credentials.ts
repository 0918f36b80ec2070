import type { OperationTable } from '@vehicle-lookup/operations';
import type { CredentialFault } from '../request.ts';

/** What is wrong with the credentials of one request, by the credential's name. */
export interface WrongCredentials {
  kind: 'missing-credentials' | 'invalid-credentials';
  faults: Record<string, CredentialFault>;
}

/** Every credential absent, empty and repeated. */
export function missingCredentials({ credentials }: OperationTable): WrongCredentials[] {
  const single = credentials.flatMap((name) =>
    (['absent', 'empty', 'twice'] as const).map((fault) => ({ [name]: fault })),
  );
  return [allOf(credentials, 'absent'), ...single].map((faults) => ({ kind: 'missing-credentials', faults }));
}

/**
 * Credentials that no account has.
 * @param one also each credential alone; once in a run is enough, since a service may lock an account out after
 * several wrong keys
 */
export function invalidCredentials({ credentials }: OperationTable, one: boolean): WrongCredentials[] {
  const single = one ? credentials.map((name) => ({ [name]: 'made-up' as const })) : [];
  return [allOf(credentials, 'made-up'), ...single].map((faults) => ({ kind: 'invalid-credentials', faults }));
}

const allOf = (names: readonly string[], fault: CredentialFault): Record<string, CredentialFault> =>
  Object.fromEntries(names.map((name) => [name, fault]));
