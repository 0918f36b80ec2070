import type { ReleaseProblem } from '../report/report.ts';
import { fixedGroups } from './changesets.ts';
import type { Repository } from './repository.ts';

/** The document and what is derived from it have one version. */
export function differentVersions({ revision, own, packages, root }: Repository): ReleaseProblem[] {
  const code = 'versions-differ';
  const stated = String(revision.document.info?.version ?? '');
  const group = fixedGroups(root).find((names) => names.includes(own.name)) ?? [];
  const others = packages.filter(({ name, version }) => group.includes(name) && version !== own.version);
  // Before the first release the packages have no version yet.
  const isStated = own.version === '0.0.0' || stated === own.version;
  return [
    ...(isStated
      ? []
      : [
          {
            code,
            fails: true,
            file: revision.file,
            what: `info.version is ${stated}, the package has ${own.version}.`,
            next: 'Write the same version in both.',
          },
        ]),
    ...others.map(({ name, version, directory }) => ({
      code,
      fails: true,
      file: `${directory}/package.json`,
      what: `${name} has ${version}, ${own.name} has ${own.version}.`,
      next: 'Give them one version.',
    })),
  ];
}
