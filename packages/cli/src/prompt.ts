import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { EXIT } from './exit-code.ts';

/**
 * Opens a prompt on standard error, so that standard output contains only results. Lines that are typed ahead answer later
 * questions. With `isSecret`, the input is not shown.
 * @throws UserError if the user ends the input
 */
export function openPrompt(): { ask(question: string, isSecret?: boolean): Promise<string>; close(): void } {
  let isShown = true;
  const output = new Writable({
    write(piece, _encoding, done) {
      if (isShown) process.stderr.write(piece);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async ask(question, isSecret = false) {
      isShown = true;
      terminal.setPrompt(question);
      terminal.prompt();
      isShown = !isSecret;
      const { value: line, done } = await lines.next();
      if (isSecret) process.stderr.write('\n');
      if (done) throw new UserError('the input ended; no action was taken', EXIT.interrupted);
      return line.trim();
    },
    close: () => terminal.close(),
  };
}
