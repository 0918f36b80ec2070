export { type Connection, connect } from '../transport/connection.ts';
export * from './operations.gen.ts';
