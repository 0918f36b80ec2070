/** A string literal. */
export const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** A property name as TypeScript writes it. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));

/** Members on one line: `{ a: string, b?: never }`, as a type or as a value. */
export const object = (members: string[]): string => (members.length ? `{ ${members.join(', ')} }` : '{}');

/** An exported interface with one member a line. */
export const declaration = (comment: string, name: string, members: string[]): string =>
  `/** ${comment} */\nexport interface ${name} {\n${members.map((member) => `  ${member};\n`).join('')}}`;

/** `a`, `a and b`, `a, b and c`. */
export const list = (words: string[], conjunction: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;

/** Text that may stand in a comment. */
export const comment = (text: string): string => text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();

/** `find-cover` → `findCover`, `api_version` → `apiVersion`. */
export const camel = (name: string): string =>
  name.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase());

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
