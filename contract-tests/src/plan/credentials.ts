import type { CredentialFault, Pair, Request } from './request.ts';

/** The credentials from which invalid credentials are derived. */
export interface CredentialValues {
  right: Readonly<Record<string, string>>;
  /** The credentials of another account, if such an account is known. */
  another?: Readonly<Record<string, string>> | undefined;
}

/** Faults that produce a value similar to the valid value. They apply only to secrets, which a service may compare incorrectly. */
export const nearFaults: readonly CredentialFault[] = ['other-case', 'cut', 'longer', 'another-account'];

/** Returns the credentials of a request as query parameters, valid or with the faults of the request. */
export function credentialPairs(
  { faults = {} }: Pick<Request, 'faults'>,
  { right, another = {} }: CredentialValues,
): Pair[] {
  return Object.entries(right).flatMap(([name, value]): Pair[] => {
    const fault = faults[name];
    const pair: Pair = [name, value];
    if (fault === undefined) return [pair];
    if (fault === 'absent') return [];
    if (fault === 'twice') return [pair, pair];
    if (fault === 'empty') return [[name, '']];
    if (fault === 'constructor-name') return [[name, 'constructor']];
    if (fault === 'proto-name') return [[name, '__proto__']];
    const wrong = fault === 'another-account' ? another[name] : derived(value, fault);
    // A derived value that equals the valid value would not be rejected.
    return [[name, wrong === undefined || wrong === value ? `no-such-${name}` : wrong]];
  });
}

/** Returns an invalid credential derived from the valid credential. */
function derived(value: string, fault: CredentialFault): string | undefined {
  if (fault === 'cut') return value.slice(0, -1);
  if (fault === 'longer') return `${value}0`;
  if (fault !== 'other-case') return undefined;
  return value.replace(/./gsu, (letter) => {
    const lower = letter.toLowerCase();
    return lower === letter ? letter.toUpperCase() : lower;
  });
}

/** Returns values that are derived from a secret and reveal it without containing it. */
export const derivedSecrets = (value: string): string[] =>
  (['other-case', 'cut'] as const).flatMap((fault) => derived(value, fault) ?? []);
