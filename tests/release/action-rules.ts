/**
 * For each action, the first version that runs on a supported Node.js. Node.js 20 reached its end of life in April 2026. Look
 * up and add any action that is not listed.
 */
const FIRST_SUPPORTED: Readonly<Record<string, number>> = {
  'actions/checkout': 5,
  'actions/setup-node': 5,
  'actions/cache': 5,
  'actions/upload-artifact': 6,
  'actions/download-artifact': 7,
  'github/codeql-action': 4,
  'changesets/action': 2,
};

/** Returns the problems with the actions in a workflow, each with its line: `12: …`. Actions of this repository are ignored. */
export function actionComplaints(workflow: string): string[] {
  const lines = workflow.split('\n');
  return lines.flatMap((line, index) => {
    const [, name, ref = '', comment = ''] = /uses: ([\w-]+\/[\w-]+)[\w/-]*@(\S+)(.*)/.exec(line) ?? [];
    if (name === undefined || line.includes('/.github/actions/')) return [];
    const complaints: string[] = [];
    const [, major] = /^ # v(\d+)\.\d+\.\d+$/.exec(comment) ?? [];
    if (!/^[0-9a-f]{40}$/.test(ref) || major === undefined) {
      complaints.push(
        `expected a commit and its version, as in ${name}@<commit> # v1.2.3, found ${ref}${comment}; pin it`,
      );
    }
    const first = FIRST_SUPPORTED[name];
    if (first === undefined)
      complaints.push(`${name}: unknown action. Add its first version with a supported Node.js to action-rules.ts`);
    else if (Number(major) < first)
      complaints.push(`${name} v${major} runs on an unsupported Node.js; use v${first} or newer`);
    const step = stepFrom(lines.slice(index + 1));
    if (name === 'actions/checkout' && !step.some((one) => /^\s*persist-credentials: false$/.test(one))) {
      complaints.push('expected persist-credentials: false, so that later steps cannot read the token; add it');
    }
    if (name === 'changesets/action' && !step.some((one) => /^\s*github-token: \S/.test(one))) {
      complaints.push('expected github-token, which this action requires since v2 to push its branch; add it');
    }
    return complaints.map((complaint) => `${index + 1}: ${complaint}`);
  });
}

/** Returns the remaining lines of the current step. */
function stepFrom(rest: readonly string[]): readonly string[] {
  const end = rest.findIndex((line) => /^\s*- /.test(line));
  return rest.slice(0, end < 0 ? undefined : end);
}
