export { default } from '@vehicle-lookup/undefined';
