import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document as YamlDocument } from 'yaml';
import { CannotRateError } from '../cannot-rate.ts';
import { hasRepeatedKeys, jsonLines } from './json-lines.ts';
import { fileName, type Tree } from './tree.ts';

/** A parsed YAML or JSON file of a document. */
export interface SourceFile {
  /** File name for messages. */
  name: string;
  path: string;
  value: unknown;
  /** Returns the line, from 1, of a key path or of its nearest existing parent. */
  lineOf: (keys: readonly (string | number)[]) => number;
}

interface Parsed {
  value: unknown;
  lineOf: SourceFile['lineOf'];
}

/** Parsed files by text. Most files have the same text in the base and the revision, so each text is parsed only once. */
const parsed = new Map<string, Parsed>();

/** Reads and parses a file. @throws CannotRateError when the file is missing, empty or invalid */
export function readSource(tree: Tree, path: string): SourceFile {
  const name = fileName(tree, path);
  const text = tree.read(path);
  if (text === undefined) throw new CannotRateError(`${name}: there is no such file; pass the path of a document`);
  const { value, lineOf } = parsed.get(text) ?? parseJsonText(text) ?? parseYamlText(text, name);
  parsed.set(text, { value, lineOf });
  return { name, path, value, lineOf };
}

/** Parses a JSON text; returns undefined for other texts, which are parsed as YAML. */
function parseJsonText(text: string): Parsed | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return hasRepeatedKeys(text, value) ? undefined : { value, lineOf: jsonLines(text) };
  } catch {
    return undefined;
  }
}

function parseYamlText(text: string, name: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  const [error] = document.errors;
  if (error) {
    const at = error.linePos?.[0];
    const [message] = error.message.split(/ at line |\n/);
    throw new CannotRateError(
      `${name}:${at?.line ?? 1}:${at?.col ?? 1}: this is not valid ${name.endsWith('.json') ? 'JSON' : 'YAML'}: ${message}; correct this line`,
    );
  }
  const value: unknown = document.toJS();
  if (value === null) throw new CannotRateError(`${name}: the file is empty; expected an OpenAPI document`);
  return { value, lineOf: (keys) => lineOf(document, lines, keys) };
}

function lineOf(document: YamlDocument, lines: LineCounter, keys: readonly (string | number)[]): number {
  let node: unknown = document.contents;
  let line = 1;
  for (const key of keys) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (!pair) break;
      if (isNode(pair.key) && pair.key.range) line = lines.linePos(pair.key.range[0]).line;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      if (!isNode(node)) break;
      if (node.range) line = lines.linePos(node.range[0]).line;
    } else break;
  }
  return line;
}
