/** A value of a query, with the type that it has in code. */
export interface SampleValue {
  name: string;
  value: string;
  isNumber: boolean;
  /** Selectors choose the operation: a method of the client needs none. */
  isSelector: boolean;
}

/** A credential; without a value it is read from the environment. */
export interface SampleCredential {
  name: string;
  value: string | undefined;
}

/** A request to write down. */
export interface SampleRequest {
  operation: string;
  /** Base address of the service, without a slash at its end. */
  address: string;
  /** The path of the document. */
  path: string;
  credentials: readonly SampleCredential[];
  values: readonly SampleValue[];
  /** The member of an error body that holds the text. */
  errorText: string;
}

/** A request in one language, ready to paste. */
export interface Sample {
  id: string;
  label: string;
  /** `sh` or `js`. */
  language: string;
  source: string;
}

/** Credentials are read from `VEHICLE_LOOKUP_…`, as everywhere in this project. */
const ENVIRONMENT = 'VEHICLE_LOOKUP_';

/** The environment variable of a credential. */
export const variableOf = (credential: string): string => `${ENVIRONMENT}${credential.toUpperCase()}`;

/**
 * The same request for curl, for fetch, by a method of the client, and for openapi-fetch. Pure: pages call it when they are
 * made, and again in the browser when the reader enters other values.
 */
export const samplesOf = (request: SampleRequest): Sample[] => [
  { id: 'curl', label: 'curl', language: 'sh', source: curl(request) },
  { id: 'fetch', label: 'fetch', language: 'js', source: withFetch(request) },
  { id: 'client', label: '@vehicle-lookup/client', language: 'js', source: withClient(request) },
  { id: 'openapi-fetch', label: 'openapi-fetch', language: 'js', source: withOpenapiFetch(request) },
];

function curl({ address, path, credentials, values }: SampleRequest): string {
  const access = credentials.map(({ name, value }) =>
    value === undefined ? `"${name}=$${variableOf(name)}"` : shellWord(`${name}=${value}`),
  );
  const pairs = [...access, ...values.map(({ name, value }) => shellWord(`${name}=${value}`))];
  return [`curl --get ${shellWord(address + path)}`, ...pairs.map((pair) => `--data-urlencode ${pair}`)].join(
    ' \\\n  ',
  );
}

function withFetch({ address, path, credentials, values }: SampleRequest): string {
  const members = [
    ...credentials.map(codeCredential),
    ...values.map(({ name, value }) => `${key(name)}: ${text(value)}`),
  ];
  return `const query = new URLSearchParams({
${members.map((member) => `  ${member},`).join('\n')}
});
const response = await fetch(\`${template(address + path)}?\${query}\`);
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());`;
}

function withClient(request: SampleRequest): string {
  const { operation, values } = request;
  const args = values.filter(({ isSelector }) => !isSelector).map(literal);
  return `import { createVehicleLookup } from '@vehicle-lookup/client';

const lookup = createVehicleLookup(${settings(request)});
const { data } = await lookup.${operation}(${args.join(', ')});
console.log(data);`;
}

function withOpenapiFetch(request: SampleRequest): string {
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

/** A word that a POSIX shell takes as it is. */
const shellWord = (value: string): string =>
  /^[\w./:=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
