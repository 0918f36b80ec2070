import type { OperationTable } from '@vehicle-lookup/selectors';
import type { CredentialFault, Request } from '../plan/request.ts';
import { addressOf, pairsOf, withoutMadeFromSecret } from '../run/request-text.ts';

const PREFIX = 'VEHICLE_LOOKUP_';

/** The request as a curl line; credentials are variables of the environment. */
export function reproduceLine(
  request: Request,
  address: string,
  table: Pick<OperationTable, 'method' | 'credentials'>,
): string {
  const { account, prefer, method = table.method, faults } = request;
  const variable = (name: string) => `$${PREFIX}${account ? `${account.toUpperCase()}_` : ''}${name.toUpperCase()}`;
  const variables = Object.fromEntries(table.credentials.map((name) => [name, variable(name)]));
  const pairs = pairsOf(withoutMadeFromSecret(request), { right: variables }).map(([name, value]) =>
    value.startsWith(`$${PREFIX}`) ? `"${name}=${inShell(value, faults?.[name])}"` : quoted(`${name}=${value}`),
  );
  return [
    'curl -sS -i -G',
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : [`-X ${method}`]),
    ...(prefer ? [`-H ${quoted(`Prefer: ${prefer}`)}`] : []),
    quoted(addressOf(request, address)),
    ...pairs.map((pair) => `--data-urlencode ${pair}`),
  ].join(' ');
}

/** How bash makes a wrong credential from a variable. The variables of other accounts have the account's name in theirs. */
const SHELL: Partial<Record<CredentialFault, (name: string) => string>> = {
  'other-case': (name) => `\${${name}~~}`,
  cut: (name) => `\${${name}%?}`,
  longer: (name) => `\${${name}}0`,
  'another-account': (name) => `$${name.replace(PREFIX, `${PREFIX}ANOTHER_`)}`,
};

const inShell = (variable: string, fault: CredentialFault | undefined): string =>
  (fault && SHELL[fault]?.(variable.slice(1))) ?? variable;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
