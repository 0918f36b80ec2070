import { join } from 'node:path';
import {
  canStartPostgresql,
  chromiumOptions,
  installPackages,
  root,
  unpackedPostgresql,
} from '@vehicle-lookup/testing';

/** Third-party tools, data of NHTSA, Python, and the registry that a release is published to. */
const DEEP_PACKAGES = ['spec/test/third-party', 'apps/service/test/vpic/data', 'engines/python', 'engines/registry'];

// What the tests need beyond the workspace is there, or named, before any of them starts.
try {
  chromiumOptions();
  if (process.env.DEEP) {
    if (canStartPostgresql()) unpackedPostgresql();
    for (const needed of DEEP_PACKAGES) installPackages(join(root, needed));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
