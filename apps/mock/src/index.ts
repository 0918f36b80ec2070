export { type Mock, type MockOptions, startMock } from './server.ts';
