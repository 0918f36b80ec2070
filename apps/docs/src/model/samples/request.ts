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

/** Credentials are read from `VEHICLE_LOOKUP_…`, as everywhere in this project. */
const ENVIRONMENT = 'VEHICLE_LOOKUP_';

/** The environment variable of a credential. */
export const variableOf = (credential: string): string => `${ENVIRONMENT}${credential.toUpperCase()}`;

/** The names and values of a query, in its order. A credential without a value is read from the environment. */
export const queryOf = ({ credentials, values }: SampleRequest): { name: string; value: string | undefined }[] => [
  ...credentials,
  ...values,
];

/** How a language writes a text, and the value of an environment variable. */
export interface Writing {
  text(value: string): string;
  variable(name: string): string;
}

/** The value of a query's member as a language writes it. */
export const written = ({ text, variable }: Writing, { name, value }: SampleCredential): string =>
  value === undefined ? variable(variableOf(name)) : text(value);

/** A text in double quotes with the escapes that most languages share. */
export const quoted = (value: string): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
