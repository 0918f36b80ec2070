import { join } from 'node:path';
import {
  canStartPostgresql,
  chromiumOptions,
  installPackages,
  root,
  unpackedPostgresql,
} from '@vehicle-lookup/testing';

// What the tests need beyond the workspace is there, or named, before any of them starts.
try {
  chromiumOptions();
  if (canStartPostgresql()) unpackedPostgresql();
  for (const needed of ['spec/test/third-party', 'packages/vpic/test/data']) installPackages(join(root, needed));
  if (process.env.DEEP) installPackages(join(root, 'engines/registry'));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
