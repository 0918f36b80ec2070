import { join } from 'node:path';
import {
  canStartPostgresql,
  chromiumOptions,
  enginePackages,
  installPackages,
  root,
  unpackedPostgresql,
} from '@vehicle-lookup/testing';

/** Directories with third-party tools and with NHTSA data. */
const DEEP_PACKAGES = ['spec/test/third-party', 'apps/service/test/vpic/data'];

// Installs all test requirements outside the workspace before the tests start, or reports a missing requirement.
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
