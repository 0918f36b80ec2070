import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createLimiter } from '@vehicle-lookup/client/limiter';
import { type allowanceLimit, packageVersion } from '@vehicle-lookup/toolkit/command-line';
import { accountOf } from '../account/account.ts';
import { noteAllowance } from '../account/allowance.ts';
import { configDirectory } from '../account/profiles.ts';
import type { CommandOperation } from '../operation.ts';
import type { CommonOptions } from '../options.ts';
import { useProxy } from '../proxy.ts';
import { openLedger } from './ledger.ts';
import { serveTools } from './tools.ts';

/** The limit of the tools over all programs and runs of an account. */
export interface McpOptions extends CommonOptions {
  consultations: ReturnType<typeof allowanceLimit>;
}

/** Serves the operations until standard input ends. */
export async function serve(
  operations: readonly CommandOperation[],
  given: McpOptions,
  say: (line: string) => void,
): Promise<void> {
  const { consultations, timeout, retries, ...options } = given;
  const { baseUrl = '', user = '', key = '' } = accountOf(options);
  const digest = createHash('sha256').update(`${user} ${baseUrl}`).digest('hex').slice(0, 16);
  const ledger = openLedger(join(configDirectory(), 'mcp', digest), consultations);
  const layers = [...ledger.layers, createLimiter(), noteAllowance({ baseUrl, user })];
  const retry = retries === undefined ? undefined : { limit: retries };
  useProxy(baseUrl, say);
  const version = packageVersion('@vehicle-lookup/cli', import.meta.url);
  const left = await ledger.remaining();
  say(`serving ${operations.length} tools; ${left} of ${consultations.limit} consultations left`);
  const account = { baseUrl, user, key, timeout, retry, layers };
  await serveTools({ operations, account, ledger, version, say });
}
