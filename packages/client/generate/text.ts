export const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** Returns a property name for TypeScript, quoted if necessary. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));

/** Returns a status as a property name or a literal type: a number, so that types can use `404`. */
export const statusKey = (status: string): string => (/^\d+$/.test(status) ? status : quote(status));

/** Returns the fields as a type or a value on one line: `{ a: string, b?: never }`. */
export const object = (members: string[]): string => (members.length ? `{ ${members.join(', ')} }` : '{}');

/** Returns an exported interface with one field per line. */
export const declaration = (comment: string, name: string, members: string[]): string =>
  `/** ${comment} */\nexport interface ${name} {\n${members.map((member) => `  ${member};\n`).join('')}}`;

/** Returns a text that is safe in a comment. */
export const comment = (text: string): string => text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();

/** Returns a doc comment on a separate line, or an empty string without text. */
export const docComment = (text: unknown, indent = ''): string =>
  typeof text === 'string' && text ? `${indent}/** ${comment(text)} */\n` : '';

/** Converts a name to camel case: `find-cover` → `findCover`, `api_version` → `apiVersion`. */
export const camel = (name: string): string =>
  name.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase());

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
