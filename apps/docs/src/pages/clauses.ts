import { expandPlace } from '@vehicle-lookup/openapi/provenance';
import { readPlaces } from '../contract/places.ts';
import { code, counted, line, to, toAssumption, toOperation } from '../markdown/write.ts';
import type { Block, SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { folds } from '../widgets/layout.ts';

/** Returns the page that shows the specification sentence by sentence. */
export function clausesPage(site: Site): SitePage {
  const { clauses } = site.contract;
  const pages = readPlaces(site.contract);
  const groups = Map.groupBy(clauses.keys(), (id) => id.split('.')[0] ?? id);
  return {
    path: 'clauses',
    title: 'Clauses',
    description: 'The specification, sentence by sentence.',
    keywords: { '': ['clauses', 'specification'] },
    body: [
      `This page quotes the interface specification in its original order: ${clauses.size} sentences and table rows, with the locations in ${to('openapi.yaml', code('openapi.yaml'))} that state each sentence or row. The ${to('assumptions', 'assumptions')} decide the points that the specification leaves open. The “samples” are example requests and responses, which are not part of the specification. “Not shown” means that the information is missing from both the specification and the samples.`,
      ...[...groups].flatMap(([name, ids]) => [
        `## ${titleOf(name)} {#group-${name}}`,
        ...ids.flatMap((id) => sectionOf(site, id, pages)),
      ]),
    ],
  };
}

/** Returns the title of a group: “OEM part” for the group `oem-part`. */
const titleOf = (group: string): string =>
  group
    .replaceAll('-', ' ')
    .replace(/^(oem|vin|api)\b/, (word) => word.toUpperCase())
    .replace(/^./, (first) => first.toUpperCase());

function sectionOf(site: Site, id: string, pages: ReadonlyMap<string, string>): Block[] {
  const { contract, provenance } = site;
  const { text = '', places = [], unstated } = contract.clauses.get(id) ?? {};
  const decided = provenance.decidedIn(id);
  const stated = places.map((place) => {
    const page = expandPlace(contract.document, place).flatMap((pointer) => pages.get(pointer) ?? [])[0];
    return `${page ? to(page, code(place)) : code(place)}${containing(site, place)}`;
  });
  const summary = `Stated in ${counted(stated.length, 'place')}`;
  return [
    `### ${code(id)} {#${id}}`,
    `> ${line(text)}`,
    stated.length === 0 ? '' : folds([{ summary, more: stated.join('  \n') }]),
    unstated === undefined ? '' : `Not stated in the document: ${unstated}`,
    decided.length === 0 ? '' : `Open points are decided by: ${decided.map(toAssumption).join(', ')}`,
    provenance.operationsOf(id).length === contract.operations.length
      ? `Operations: ${to('operations/index', 'every operation')}`
      : '',
  ];
}

/** Returns the operations that contain a location in the document. */
function containing({ contract: { document, operations }, provenance }: Site, place: string): string {
  const found = new Set(expandPlace(document, place).flatMap((pointer) => provenance.operationsAt(pointer)));
  if (found.size === 0) return '';
  const names = operations.flatMap(({ id }) => (found.has(id) ? toOperation(id) : []));
  return `, in ${found.size === operations.length ? 'every operation' : names.join(', ')}`;
}
