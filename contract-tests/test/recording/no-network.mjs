import { Socket } from 'node:net';

// This module is preloaded in child processes of the tests. Opening a connection throws an error.
Socket.prototype.connect = () => {
  throw new Error('the network is blocked');
};
globalThis.fetch = async () => {
  throw new Error('the network is blocked');
};
