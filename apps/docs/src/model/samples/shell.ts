import { type SampleRequest, variableOf } from './request.ts';

/** The request for curl, in a POSIX shell. */
export function curl({ address, path, credentials, values }: SampleRequest): string {
  const access = credentials.map(({ name, value }) =>
    value === undefined ? `"${name}=$${variableOf(name)}"` : shellWord(`${name}=${value}`),
  );
  const pairs = [...access, ...values.map(({ name, value }) => shellWord(`${name}=${value}`))];
  return [`curl --get ${shellWord(address + path)}`, ...pairs.map((pair) => `--data-urlencode ${pair}`)].join(
    ' \\\n  ',
  );
}

/** A word that a POSIX shell takes as it is. */
const shellWord = (value: string): string =>
  /^[\w./:=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
