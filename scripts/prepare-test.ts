import { join } from 'node:path';
import {
  canStartPostgresql,
  chromiumOptions,
  installPackages,
  root,
  unpackedPostgresql,
} from '@vehicle-lookup/testing/scripts';

// What the tests need beyond the workspace is there, or named, before any of them starts.
try {
  chromiumOptions();
  if (canStartPostgresql()) unpackedPostgresql();
  installPackages(join(root, 'spec/test/third-party'));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
