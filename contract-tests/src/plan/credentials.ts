import type { CredentialFault, Pair, Request } from './request.ts';

/** What wrong credentials are made from. */
export interface CredentialValues {
  right: Readonly<Record<string, string>>;
  /** The credentials of another account, if one is known. */
  another?: Readonly<Record<string, string>> | undefined;
}

/** Near to the valid value: only a secret is sent so, since a service may compare it carelessly. */
export const nearFaults: readonly CredentialFault[] = ['other-case', 'cut', 'longer', 'another-account'];

/** The credentials of a request as they are sent: right ones, or wrong in the way that the request asks for. */
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
    // A value that is right after all would not be rejected.
    return [[name, wrong === undefined || wrong === value ? `no-such-${name}` : wrong]];
  });
}

/** A wrong credential that is made from the right one. */
function derived(value: string, fault: CredentialFault): string | undefined {
  if (fault === 'cut') return value.slice(0, -1);
  if (fault === 'longer') return `${value}0`;
  if (fault !== 'other-case') return undefined;
  return value.replace(/./gsu, (letter) => {
    const lower = letter.toLowerCase();
    return lower === letter ? letter.toUpperCase() : lower;
  });
}

/** Values that are made from a secret and do not contain it, but give it away. */
export const derivedSecrets = (value: string): string[] =>
  (['other-case', 'cut'] as const).flatMap((fault) => derived(value, fault) ?? []);
