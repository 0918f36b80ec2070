import { readFileSync } from 'node:fs';

// Writes the report as one comment on the pull request, and replaces the comment from an earlier run. Without a pull request
// or write permission, the script prints one line and does not fail, because the job summary contains the same report.
const MARK = '<!-- vehicle-lookup-gate -->';
const LONGEST = 60_000; // GitHub rejects comments of more than 65,536 characters.

const { GITHUB_API_URL = 'https://api.github.com', GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN } = process.env;
const event = GITHUB_EVENT_PATH ? JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) : {};
const number = event.pull_request?.number;
const report = readFileSync(process.argv[2], 'utf8');
const cut = report.length > LONGEST ? '\n\nThe rest is in the job summary.' : '';
const body = `${MARK}\n${report.slice(0, LONGEST)}${cut}`;

const call = async (method, path, content) => {
  const headers = { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' };
  const options = { method, headers, ...(content ? { body: JSON.stringify(content) } : {}) };
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, options);
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
  return response.json();
};

const earlierComment = async () => {
  for (let page = 1; ; page++) {
    const comments = await call('GET', `/issues/${number}/comments?per_page=100&page=${page}`);
    const found = comments.find((comment) => comment.body?.startsWith(MARK));
    if (found || comments.length < 100) return found;
  }
};

if (number === undefined) console.log('No comment: this is not a pull request.');
else
  try {
    const earlier = await earlierComment();
    if (earlier) await call('PATCH', `/issues/comments/${earlier.id}`, { body });
    else await call('POST', `/issues/${number}/comments`, { body });
  } catch (error) {
    console.log(`No comment: ${error.message}. Give the job the permission pull-requests: write.`);
  }
