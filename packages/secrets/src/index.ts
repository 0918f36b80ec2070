export { leaks } from './leaks.ts';
export { maskCredentials, maskSecrets, maskSecretsInJson, SHORTEST_SECRET } from './mask.ts';
export { secretsOf } from './of-query.ts';
