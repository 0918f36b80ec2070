import { join } from 'node:path';
import {
  canStartPostgresql,
  chromiumOptions,
  enginePackages,
  installPackages,
  root,
  unpackedPostgresql,
} from '@vehicle-lookup/testing';

/** Third-party tools, and data of NHTSA. */
const DEEP_PACKAGES = ['spec/test/third-party', 'apps/service/test/vpic/data'];

// Before the tests start, everything that they need beyond the workspace is installed, or named if it is missing.
try {
  chromiumOptions();
  if (process.env.DEEP) {
    enginePackages();
    if (canStartPostgresql()) unpackedPostgresql();
    for (const needed of DEEP_PACKAGES) installPackages(join(root, needed));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
