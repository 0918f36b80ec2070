export { type FindRecorded, readRecording } from './recording.ts';
export { type Mock, type MockOptions, startMock } from './server.ts';
