import { Socket } from 'node:net';

// Loaded before a child of the tests: what opens a connection ends it.
Socket.prototype.connect = () => {
  throw new Error('the network is blocked');
};
globalThis.fetch = async () => {
  throw new Error('the network is blocked');
};
