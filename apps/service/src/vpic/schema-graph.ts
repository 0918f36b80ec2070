import { VIN_LENGTH } from '../catalogue/catalogue-entry.ts';
import { type DecisionNode, decide, type GraphLimits, GraphTooLargeError, type Wanted } from './decision-graph.ts';
import type { AllowedCharacters } from './keys.ts';
import { BY_IMPORTANCE, ELEMENT, type ElementName, type SchemaRule } from './vpic-data.ts';

/** A rule with the first model year that uses its schema. */
export type DatedRule = SchemaRule & { from: number };

/** The decisions about a manufacturer's VINs in a model year. */
export interface SchemaGraphs {
  /** Graphs with vehicle details. */
  details: DecisionNode[];
  /** Graphs with fewer and fewer details, for VINs with incomplete data. */
  fallbacks: DecisionNode[];
}

/** Numbers of elements in the fallbacks: first model and series, then only the model. */
const FALLBACK_ELEMENTS = [2, 1];

/**
 * @param rules rules without year conditions, in any order
 * @param budget limits for all details together; the least important details are left out
 */
export function schemaGraphs(rules: readonly DatedRule[], budget: GraphLimits): SchemaGraphs {
  const ranked = rules.toSorted(byRank);
  const names = new Set(ranked.filter(({ name }) => name === 'model').map(({ value }) => value));
  const models = [...names].map((value) => {
    const wanted = { element: ELEMENT.model, value };
    return { wanted, rules: rulesAbout(wanted, ranked) };
  });
  // There are few series, and they are often considered part of the model: an F-250, a Silverado 2500.
  const limits = { paths: (4 * budget.paths) / models.length, decisions: (4 * budget.decisions) / models.length };
  return {
    details: detailedGraphs(models, budget),
    fallbacks: [
      ...models.flatMap((model) => engineFallback(model, limits) ?? []),
      ...FALLBACK_ELEMENTS.flatMap((elements) => models.flatMap((model) => fallback(model, elements, limits) ?? [])),
    ],
  };
}

function fallback({ wanted, rules }: ModelRules, elements: number, limits: GraphLimits): DecisionNode | undefined {
  // The model is always found, even if a rule about a different model contains characters of its VINs.
  if (elements === 1) return decide(onlyElements(rules, 1), wanted, { otherCharacters: true });
  const graph = graphWith(elements, { wanted, rules }, limits);
  return graph === 'too large' ? undefined : graph;
}

/** Evidence for a model that only one character of a VIN indicates. */
const ENGINE: readonly ElementName[] = ['fuel', 'litres', 'cylinders', 'engineModel'];

/** Returns a graph with model and engine if a rule derives the model from one character (see isGuess). */
function engineFallback({ wanted, rules }: ModelRules, limits: GraphLimits): DecisionNode | undefined {
  const own = rules.filter(({ name, value }) => name === 'model' && value === wanted.value);
  if (!own.some(({ allowed }) => isGuess([allowed]))) return undefined;
  const graph = graphOf(
    rules.filter(({ name }) => name === 'model' || ENGINE.includes(name)),
    wanted,
    limits,
  );
  return graph === 'too large' ? undefined : graph;
}

/** Minimum number of VIN characters that must indicate a model without other data about the vehicle. */
const ENOUGH = 2;

/**
 * Returns true if only one character indicates the model, and no other part of the VIN matches a vehicle: the model is probably
 * incorrect. NHTSA's decoder warns about such a result; this service can only return that it found no data.
 * @param allowed allowed characters of each deciding rule
 */
export function isGuess(allowed: readonly AllowedCharacters[]): boolean {
  const positions = allowed.flatMap((characters) => characters.flatMap((one, at) => (one === undefined ? [] : [at])));
  return new Set(positions).size < ENOUGH;
}

/** A model and the rules that may match its VINs. */
interface ModelRules {
  wanted: Wanted;
  rules: readonly DatedRule[];
}

/** Returns the graphs of all models. Models with few details take their part of the budget, and the other models share the rest. */
function detailedGraphs(models: readonly ModelRules[], budget: GraphLimits): DecisionNode[] {
  const graphs: DecisionNode[] = [];
  const share = { paths: budget.paths / models.length, decisions: budget.decisions / models.length };
  let left = budget.paths;
  const large: ModelRules[] = [];
  for (const model of models) {
    const graph = graphWith(BY_IMPORTANCE.length, model, share);
    if (graph === 'too large') {
      large.push(model);
    } else if (graph) {
      graphs.push(graph);
      left -= graph.paths;
    }
  }
  const limits = { paths: left / large.length, decisions: (budget.decisions * left) / budget.paths / large.length };
  for (const model of large) {
    const graph = largestGraph(model, limits);
    if (graph) graphs.push(graph);
  }
  return graphs;
}

/** Returns the graph with the most elements within the limits. More elements result in more patterns. */
function largestGraph(model: ModelRules, limits: GraphLimits): DecisionNode | undefined {
  let [fits, exceeds] = [1, BY_IMPORTANCE.length + 1];
  let graph: DecisionNode | undefined;
  for (let elements = BY_IMPORTANCE.length; elements > fits; elements = (fits + exceeds) >> 1) {
    const found = graphWith(elements, model, limits);
    if (found === 'too large') {
      exceeds = elements;
    } else {
      fits = elements;
      graph = found;
    }
  }
  return graph;
}

const graphWith = (elements: number, { wanted, rules }: ModelRules, limits: GraphLimits) =>
  graphOf(onlyElements(rules, elements), wanted, limits);

function graphOf(
  rules: readonly DatedRule[],
  wanted: Wanted,
  limits: GraphLimits,
): DecisionNode | undefined | 'too large' {
  try {
    return decide(rules, wanted, { limits });
  } catch (error) {
    if (error instanceof GraphTooLargeError) return 'too large';
    throw error;
  }
}

function onlyElements(rules: readonly DatedRule[], count: number): DatedRule[] {
  const kept = new Set<ElementName>(BY_IMPORTANCE.slice(0, count));
  return rules.filter(({ name }) => kept.has(name));
}

/** Returns the rules that may match VINs of a model, limited to the possible characters of these VINs. */
function rulesAbout({ value: model }: Wanted, ranked: readonly DatedRule[]): DatedRule[] {
  const own = ranked.filter(({ name, value }) => name === 'model' && value === model);
  const possible = Array.from({ length: VIN_LENGTH }, (_, position) =>
    own.every(({ allowed }) => allowed[position] !== undefined)
      ? [...new Set(own.flatMap(({ allowed }) => [...(allowed[position] ?? '')]))].join('')
      : undefined,
  );
  const rules: DatedRule[] = [];
  for (const rule of ranked) {
    const allowed = rule.allowed.map((characters, position) => common(characters, possible[position]));
    if (!allowed.includes('')) rules.push({ ...rule, allowed });
  }
  return rules;
}

/** Returns the possible characters of a rule. */
function common(characters: string | undefined, possible: string | undefined): string | undefined {
  if (characters === undefined || possible === undefined || characters === possible) return characters;
  let both = '';
  for (const character of characters) if (possible.includes(character)) both += character;
  return both;
}

/** Compares patterns for one element by their precedence in NHTSA's own decoder. */
function byRank(a: DatedRule, b: DatedRule): number {
  return (
    b.from - a.from ||
    compare(b.changed, a.changed) ||
    fixedLength(a.keys) - fixedLength(b.keys) ||
    compare(withoutBrackets(a.keys), withoutBrackets(b.keys)) ||
    a.id - b.id
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const fixedLength = (keys: string): number => keys.replaceAll('*', '').length;
const withoutBrackets = (keys: string): string => keys.replaceAll(/[[\]]/g, '');
