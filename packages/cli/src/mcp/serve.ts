import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packageVersion } from '@vehicle-lookup/toolkit/command-line';
import { configDirectory } from '../account/profiles.ts';
import type { CommandOperation } from '../operation.ts';
import type { CommonOptions } from '../options.ts';
import { clientOptions } from '../service.ts';
import { type ConsultationLimit, openLedger } from './ledger.ts';
import { serveTools } from './tools.ts';

/** The limit of the tools over all programs and runs of an account. */
export interface McpOptions extends CommonOptions {
  consultations: ConsultationLimit;
}

/** Serves the operations until standard input ends, or a signal comes. @returns the exit code */
export async function serve(
  operations: readonly CommandOperation[],
  options: McpOptions,
  say: (line: string) => void,
): Promise<number> {
  const { layers, ...account } = clientOptions(options, say);
  const digest = createHash('sha256').update(`${account.user} ${account.baseUrl}`).digest('hex').slice(0, 16);
  const ledger = await openLedger(join(configDirectory(), 'mcp', digest), options.consultations);
  const version = packageVersion('@vehicle-lookup/cli', import.meta.url);
  say(`serving ${operations.length} tools; ${await ledger.remaining()} of ${ledger.limit} consultations left`);
  return serveTools({
    operations,
    account: { ...account, layers: [...ledger.layers, ...layers] },
    ledger,
    version,
    say,
  });
}
