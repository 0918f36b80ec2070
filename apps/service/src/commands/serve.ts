import { operationTable } from '@vehicle-lookup/contract';
import { Command, readyUntilStopped } from '@vehicle-lookup/toolkit/command-line';
import { isDemonstration } from '../catalogue/version-name.ts';
import { print, table } from '../command-line/output.ts';
import { checkSettings, isLoopback, serveOptions } from '../command-line/serve-options.ts';
import { dataStore } from '../command-line/stores.ts';
import { dataDirectory, isNew } from '../data-directory/data-directory.ts';
import type { DataStore } from '../data-store/data-store.ts';
import { type DoctorFinding, ok, wrong } from '../doctor/finding.ts';
import type { Service, ServiceSettings } from '../http/service.ts';
import { printFindings } from './doctor.ts';

/** Milliseconds from the end of the drain delay until the process exits, even if a component hangs. */
const STOPPED_MS = 9_500;

export const command: Command = new Command('serve')
  .description('Serve the API from a data directory, which is prepared if it is empty.')
  .check(checkSettings)
  .action(async ({ check, ...settings }: ServiceSettings & { check?: true }, command: Command) => {
    const store = await dataStore(command);
    // Errors in the token file are reported before any store is opened.
    (await import('../http/admin.ts')).readAdminToken(settings.adminTokenFile);
    if (check) return checkOnly(settings, store, command);
    // By default, Node.js would open its debugger to every local user at SIGUSR1, and exit at SIGUSR2.
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
    const { standardError } = await import('../observability/log.ts');
    const { startService } = await import('../http/service.ts');
    const service = await startService(settings, store, standardError());
    const { address, admin, catalogue = null } = service;
    print(command, { address, admin, catalogue }, greeting(service, settings, command, store.root));
    // SIGHUP stops the service if its terminal is closed. Without a terminal, SIGHUP reloads the admin token.
    const stopsOnHangUp = process.stdin.isTTY === true;
    if (!stopsOnHangUp) process.on('SIGHUP', service.reload);
    await readyUntilStopped({ ready: address, admin }, { stopsOnHangUp });
    setTimeout(() => process.exit(1), STOPPED_MS + settings.drainDelay * 1000).unref();
    await service.stop();
    // An unread log or an unresponsive collector may still keep the process alive.
    process.exit();
  });

/** Runs the checks of `serve --check` and prints the findings; returns the exit code. */
async function checkOnly(settings: ServiceSettings, store: DataStore, command: Command): Promise<number> {
  if (settings.demo) await (await import('../import/demo.ts')).rejectDemo(store.catalogues, await hasAccounts(store));
  const values = new Map(Object.entries(settings));
  const rows = serveOptions.map((option) => {
    const value = values.get(option.attributeName()) ?? [];
    return [option.long ?? '', String(value) || 'none'];
  });
  const before = table(['setting', 'value'], [['--data-dir', store.root], ...rows], '');
  return printFindings(command, await findingsFor(settings, store), [before, ''], { dataDir: store.root, settings });
}

async function findingsFor({ demo }: ServiceSettings, store: DataStore): Promise<DoctorFinding[]> {
  const current = await store.catalogues.currentVersion().catch(() => undefined);
  if (!process.env.DATABASE_URL && current === undefined && isNew(dataDirectory(store.root)))
    return [ok('directory', `${store.root}: serve prepares it ${demo ? 'with demo data' : 'without a catalogue'}`)];
  const findings = await store.examine();
  if (demo || !isDemonstration(current)) return findings;
  return [
    ...findings,
    wrong('catalogue', `the demonstration catalogue ${current} is current`, 'add --demo, or run: import FILE'),
  ];
}

async function hasAccounts(store: DataStore): Promise<boolean> {
  await using accounts = await store.accounts.administer().catch(() => undefined);
  return accounts !== undefined && (await accounts.registry.accounts()).length > 0;
}

for (const option of serveOptions) command.addOption(option);
command.option('--check', 'print the settings, and check the files and the database without starting the service');

function greeting(
  { address, admin, catalogue, noCatalogue, hasAccounts }: Service,
  settings: ServiceSettings,
  command: Command,
  dataDir: string,
): string {
  const { host, adminHost } = settings;
  const content = catalogue ? `catalogue ${catalogue}` : 'no catalogue';
  // The hints name a directory other than the default, so that they can be copied.
  const isDefault = command.getOptionValueSourceWithGlobals('dataDir') === 'default';
  const more = isDefault ? '' : ` --data-dir ${quoted(dataDir)}`;
  const lines = [
    `${address}${operationTable.path} serves ${dataDir}, ${content}`,
    `${admin} has /health, /ready and /metrics, ${isLoopback(adminHost) ? 'only for this machine' : 'with the token'}`,
  ];
  if (noCatalogue !== undefined) lines.push(`It is not ready. ${noCatalogue}.`);
  if (isDemonstration(catalogue)) {
    lines.push(
      `The catalogue is the demonstration with invented vehicles. To load your own, run: vehicle-lookup-service import FILE${more}`,
    );
  }
  if (!isLoopback(host)) {
    lines.push('It accepts plain HTTP from other machines, and URLs contain keys. Put a TLS proxy in front of it.');
  }
  if (!hasAccounts) {
    lines.push(`There are no accounts yet. Run: vehicle-lookup-service account create --user NAME --plan PLAN${more}`);
  }
  return lines.join('\n');
}

/** Quotes a path for a shell. */
const quoted = (path: string): string => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
