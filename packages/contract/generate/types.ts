import { join } from 'node:path';
import { operationTable, withForbiddenFields } from '@vehicle-lookup/openapi';
import { readBuilt, writeGenerated } from '@vehicle-lookup/testing/generated';
import openapiTS, { astToString, tsPropertyIndex } from 'openapi-typescript';
import ts from 'typescript';

/** Declarations that this package does not publish. For example, the paths of the projection do not exist on the wire. */
const LEFT_OUT = ['paths', 'webhooks', '$defs'];

/**
 * Returns the only actual path, for clients that accept `paths`, such as openapi-fetch. A query belongs to one operation, but a
 * body may belong to any operation.
 */
async function wirePaths(): Promise<ts.Node[]> {
  const document = withForbiddenFields(readBuilt('openapi.json'));
  // Without an ID, the operation is declared in its path instead of `operations`.
  for (const item of Object.values<Record<string, { operationId?: string }>>(document.paths))
    for (const operation of Object.values(item)) delete operation.operationId;
  const declarations = (await openapiTS(document, { silent: true })) as ts.InterfaceDeclaration[];
  const paths = declarations.filter(({ name }) => name.text === 'paths');
  for (const { members } of paths) for (const path of members) replaceQuery(path, unionOfQueries());
  return paths;
}

/** Returns the union of the queries of all operations. Each query forbids the parameters of other operations by name. */
function unionOfQueries(): ts.TypeNode {
  const { operations } = operationTable(readBuilt('openapi.json'));
  const namesOf = ({ selectors, parameters }: (typeof operations)[number]) =>
    Object.keys({ ...selectors, ...parameters });
  const all = new Set(operations.flatMap(namesOf));
  const { factory } = ts;
  const optional = factory.createToken(ts.SyntaxKind.QuestionToken);
  const never = factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  const member = (type: ts.TypeNode, name: string) =>
    factory.createIndexedAccessTypeNode(type, factory.createLiteralTypeNode(factory.createStringLiteral(name)));
  const queries = operations.map((operation) => {
    const query = [operation.id, 'parameters', 'query'].reduce(member, factory.createTypeReferenceNode('operations'));
    const others = [...all].filter((name) => !namesOf(operation).includes(name));
    const forbidden = others.map((name) =>
      factory.createPropertySignature(undefined, tsPropertyIndex(name), optional, never),
    );
    return factory.createIntersectionTypeNode([query, factory.createTypeLiteralNode(forbidden)]);
  });
  return factory.createUnionTypeNode(queries);
}

/** Makes the query of a path's only method required and sets its type. Throws if the path has no such query. */
function replaceQuery(path: ts.TypeElement, type: ts.TypeNode): void {
  const methods = membersOf(path).filter(({ name }) => nameOf(name) !== 'parameters');
  const queries = methods.flatMap((method) =>
    membersOf(method, 'parameters').flatMap((all) => membersOf(all, 'query')),
  );
  const [query, ...others] = queries.filter(
    (member) => ts.isPropertySignature(member) && member.type?.kind !== ts.SyntaxKind.NeverKeyword,
  );
  if (!query || others.length > 0) throw new Error(`${nameOf(path.name)}: expected one operation with a query`);
  Object.assign(query, { type, questionToken: undefined });
}

/** Returns the members of an object type: all members, or only the members with the given name. */
function membersOf(member: ts.TypeElement, name?: string): ts.TypeElement[] {
  const type =
    ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type) ? member.type : undefined;
  return [...(type?.members ?? [])].filter((one) => name === undefined || nameOf(one.name) === name);
}

/**
 * Emits the types of the document with one path per operation, so that each operation has separate types. Each schema becomes a
 * named type, because editors and compilers show the name instead of all fields. openapi-typescript is called as a function,
 * because its command reads any redocly.yaml that it finds.
 */
async function emitTypes(): Promise<string> {
  const document = withForbiddenFields(readBuilt('operations.json'));
  // The actual path has the shared 400 response. In operations.json, each operation has separate 400 examples.
  document.components.responses = readBuilt('openapi.json').components.responses;
  const declarations = (await openapiTS(document, { silent: true })) as ts.InterfaceDeclaration[];
  const components = declarations.find(({ name }) => name.text === 'components');
  const schemas = components?.members.find(({ name }) => nameOf(name) === 'schemas') as ts.PropertySignature;
  const members = (schemas.type as ts.TypeLiteralNode).members.filter(canBeNamed);
  const named = members.map(declare);
  const published = declarations.filter(({ name }) => !LEFT_OUT.includes(name.text));
  const text = astToString([...(await wirePaths()), ...published, ...named]);
  return members.reduce(
    (all, { name }) => all.replaceAll(`components["schemas"]["${nameOf(name)}"]`, nameOf(name)),
    text,
  );
}

const nameOf = (name: ts.PropertyName | undefined): string => (name && 'text' in name ? name.text : '');

const canBeNamed = (member: ts.TypeElement): member is ts.PropertySignature & { type: ts.TypeNode } =>
  ts.isPropertySignature(member) && /^[A-Z]\w*$/.test(nameOf(member.name));

/** Moves the type of a schema into a named declaration and makes the schema refer to this declaration. */
function declare(schema: ts.PropertySignature & { type: ts.TypeNode }): ts.Node {
  const { factory } = ts;
  const { name, type } = { name: nameOf(schema.name), type: schema.type };
  const modifiers = [factory.createToken(ts.SyntaxKind.ExportKeyword)];
  const declaration = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(modifiers, name, undefined, type);
  ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(schema));
  ts.setSyntheticLeadingComments(schema, undefined);
  Object.assign(schema, { type: factory.createTypeReferenceNode(name) });
  return declaration;
}

writeGenerated(join(import.meta.dirname, '../src/types.gen.ts'), 'spec/dist/operations.json', await emitTypes());
