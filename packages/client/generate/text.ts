export const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** A property name in TypeScript. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));

/** A status as a property name or a literal type. A number, so that types can use `404`. */
export const statusKey = (status: string): string => (/^\d+$/.test(status) ? status : quote(status));

/** Fields on one line: `{ a: string, b?: never }`, as a type or as a value. */
export const object = (members: string[]): string => (members.length ? `{ ${members.join(', ')} }` : '{}');

/** An exported interface with one field per line. */
export const declaration = (comment: string, name: string, members: string[]): string =>
  `/** ${comment} */\nexport interface ${name} {\n${members.map((member) => `  ${member};\n`).join('')}}`;

/** Text for a comment. */
export const comment = (text: string): string => text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();

/** A doc comment on a separate line; empty without a text. */
export const docComment = (text: unknown, indent = ''): string =>
  typeof text === 'string' && text ? `${indent}/** ${comment(text)} */\n` : '';

/** `find-cover` → `findCover`, `api_version` → `apiVersion`. */
export const camel = (name: string): string =>
  name.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase());

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
