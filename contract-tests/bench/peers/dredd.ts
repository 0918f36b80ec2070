import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBin } from '../child.ts';
import { inOpenApi30WithoutHeaders } from '../documents.ts';
import { probes } from '../probes.ts';
import type { BenchPeer } from './peer.ts';

/** Dredd cannot make the probes of the document: a hook gives it one for each documented response. */
export const dredd: BenchPeer = {
  name: 'Dredd, with a hook for the probes',
  package: 'dredd',
  start: async (front, directory) => {
    const document = join(directory, 'openapi.json');
    writeFileSync(document, JSON.stringify(inOpenApi30WithoutHeaders()));
    const file = join(directory, 'probes.json');
    writeFileSync(file, JSON.stringify(probes));
    const hook = join(import.meta.dirname, 'dredd-hook.cjs');
    const args = [document, front.url, '--hookfiles', hook, '--loglevel', 'error', '--no-color'];
    return {
      verify: async () => {
        const { code, output } = await runBin('dredd', args, { DREDD_PROBES: file });
        return { accuses: code !== 0, output };
      },
    };
  },
};
