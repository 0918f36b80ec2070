export { type Connection, connect } from './connection.ts';
export * from './operations.gen.ts';
