import { operationTable } from '@vehicle-lookup/operations';
import type { Command } from '../command.ts';
import { readConfig, settings } from '../config.ts';
import { dataFolder } from '../data-folder.ts';
import { type Service, startService } from '../http/service.ts';
import { standardError } from '../observability/log.ts';

/** Stopping is over by now, whatever hangs. */
const STOPPED_MS = 9_500;

const flags = Object.values(settings).map(({ flag, variable, fallback, help }) => {
  const isSwitch = flag.startsWith('no-');
  const more = isSwitch ? '=false' : fallback && `, ${fallback}`;
  return { flag, isSwitch, help: `${help} (${variable}${more})` };
});
const width = Math.max(...flags.map(({ flag }) => flag.length));

export const command: Command = {
  summary: 'Serve the interface from a data folder; an empty folder is prepared.',
  positionals: '',
  options: Object.fromEntries(flags.map(({ flag, isSwitch }) => [flag, { type: isSwitch ? 'boolean' : 'string' }])),
  help: flags.map(({ flag, help }) => `  --${flag.padEnd(width)}  ${help}`).join('\n'),
  async run({ flags: given, dataDir, print }) {
    const config = readConfig(given, process.env);
    const service = await startService(config, dataFolder(dataDir), standardError());
    const stopped = stopSignal();
    const { address, admin, catalogue } = service;
    print({ address, admin, catalogue: catalogue ?? null }, greeting(service, config.host, dataDir));
    // A parent that started the service over a channel learns its address, and takes it down by closing the channel.
    process.send?.({ ready: address, admin });
    await stopped;
    setTimeout(() => process.exit(1), STOPPED_MS).unref();
    await service.stop();
    // What is still open waits for others: a log that nobody reads, a collector that does not answer.
    process.exit();
  },
};

function greeting({ address, admin, catalogue, hasAccounts }: Service, host: string, dataDir: string): string {
  const lines = [
    `${address}${operationTable.path} answers from ${dataDir}, ${catalogue ? `catalogue ${catalogue}` : 'no catalogue yet'}`,
    `${admin} has /health, /ready and /metrics, for this machine alone`,
  ];
  if (!isLoopback(host)) {
    lines.push(
      'It listens beyond this machine, in plain HTTP, and keys stand in addresses: let TLS end at a proxy before it.',
    );
  }
  if (!hasAccounts)
    lines.push('There is no account yet: vehicle-lookup-service account create --user NAME --plan PLAN');
  return lines.join('\n');
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
      process.once(signal as NodeJS.Signals, () => resolve());
    }
  });
}
