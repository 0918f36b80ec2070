export { type RecordedReplies, readRecording } from './recording.ts';
export { type Mock, type MockOptions, startMock } from './server.ts';
