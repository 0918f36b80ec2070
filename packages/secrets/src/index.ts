export { maskCredentials } from './credentials.ts';
export { leaks } from './leaks.ts';
export { maskSecrets, maskSecretsInJson, SHORTEST_SECRET } from './mask.ts';
export { secretsOf } from './of-query.ts';
