import { type SampleCredential, type SampleRequest, type SampleValue, variableOf } from './request.ts';

/** The request with fetch. */
export function withFetch({ address, path, credentials, values }: SampleRequest): string {
  const members = [
    ...credentials.map(codeCredential),
    ...values.map(({ name, value }) => `${key(name)}: ${text(value)}`),
  ];
  return `const query = new URLSearchParams({
${members.map((member) => `  ${member},`).join('\n')}
});
const response = await fetch(\`${template(address + path)}?\${query}\`, {
  redirect: 'error', // a redirect would send the key to another address
  signal: AbortSignal.timeout(30_000),
});
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());`;
}

/** The request by a method of the client. */
export function withClient(request: SampleRequest): string {
  const { operation, values } = request;
  const args = values.filter(({ isSelector }) => !isSelector).map(literal);
  return `import { createVehicleLookup } from '@vehicle-lookup/client';

const lookup = createVehicleLookup(${settings(request)});
const { data } = await lookup.${operation}(${args.join(', ')});
console.log(data);`;
}

/** The request with the client of openapi-fetch. */
export function withOpenapiFetch(request: SampleRequest): string {
  const { path, values, errorText } = request;
  const query = values.map((one) => `${key(one.name)}: ${literal(one)}`).join(', ');
  return `import { createClient } from '@vehicle-lookup/client';

const client = createClient(${settings(request)});
const { data, error } = await client.GET(${text(path)}, { params: { query: { ${query} } } });
if (error) throw new Error(error.${errorText});
console.log(data);`;
}

const settings = ({ address, credentials }: SampleRequest): string => `{
${[`baseUrl: ${text(address)}`, ...credentials.map(codeCredential)].map((member) => `  ${member},`).join('\n')}
}`;

const codeCredential = ({ name, value }: SampleCredential): string =>
  `${key(name)}: ${value === undefined ? `process.env.${variableOf(name)}` : text(value)}`;

const literal = ({ value, isNumber }: SampleValue): string =>
  isNumber && /^\d{1,15}$/.test(value) ? value : text(value);

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name));

/** A string literal of JavaScript with single quotes. */
const text = (value: string): string =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const template = (value: string): string => value.replaceAll(/[\\`]|\$\{/g, '\\$&');
