export { leaks } from './leaks.ts';
export { maskCredentials, maskSecrets, maskSecretsInJson, SHORTEST_SECRET, secretsOf } from './mask.ts';
