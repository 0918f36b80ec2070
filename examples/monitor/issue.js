import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Maintains one issue about the service. A non-conformant run opens the issue, later runs replace its text, and a conformant run closes it.
const MARK = '<!-- vehicle-lookup-monitor -->';
const LONGEST = 60_000; // GitHub rejects texts of more than 65,536 characters.

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, REPORT_DIR = '', VERDICT } = process.env;

async function call(method, path, content) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
    body: content && JSON.stringify(content),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
  return response.json();
}

async function openIssue() {
  for (let page = 1; ; page++) {
    const issues = await call('GET', `/issues?state=open&per_page=100&page=${page}`);
    const found = issues.find(({ body }) => body?.startsWith(MARK));
    if (found || issues.length < 100) return found;
  }
}

const file = join(REPORT_DIR, 'report.md');
const report = existsSync(file) ? readFileSync(file, 'utf8') : 'The run wrote no report; see the log of the job.';
const isConformant = VERDICT === 'conformant';
const issue = {
  title: `The vehicle lookup service is monitored: ${VERDICT || 'no verdict'}`,
  body: `${MARK}\n${report.slice(0, LONGEST)}`,
};
const earlier = await openIssue();
if (earlier) {
  await call('PATCH', `/issues/${earlier.number}`, { ...issue, state: isConformant ? 'closed' : 'open' });
} else if (!isConformant) {
  await call('POST', '/issues', issue);
}
