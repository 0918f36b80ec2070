export { type Connection, connect } from '../client/connection.ts';
export * from './operations.gen.ts';
