import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
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

/** Near to the valid value: only a secret is sent so, since a service may compare it carelessly. */
export const nearFaults: readonly CredentialFault[] = ['other-case', 'cut', 'longer', 'another-account'];

/**
 * Credentials that no account has: each alone, a secret also near to the right one, and all of them at once.
 * @param hasAnother whether the credentials of another account are known
 */
export function invalidCredentials({ credentials, secrets }: OperationTable, hasAnother: boolean): WrongCredentials[] {
  const near = nearFaults.filter((fault) => hasAnother || fault !== 'another-account');
  const single = [
    ...credentials.map((name) => ({ [name]: 'made-up' as const })),
    ...secrets.flatMap((name) => near.map((fault) => ({ [name]: fault }))),
  ];
  return [...single, allOf(credentials, 'made-up')].map((faults) => ({ kind: 'invalid-credentials', faults }));
}

const allOf = (names: readonly string[], fault: CredentialFault): Record<string, CredentialFault> =>
  Object.fromEntries(names.map((name) => [name, fault]));
