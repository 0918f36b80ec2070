/** Blocks of Markdown with an empty line between them; empty ones are left out. */
export const blocks = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n');

export const fence = (code: string, language: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

export const bullets = (items: readonly string[]): string =>
  items.map((item) => `- ${item.trim().replaceAll(/\s*\n\s*/g, ' ')}`).join('\n');

/** A table; a line break or a bar in a cell would end it. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Code in a line, also of a text that has backticks. */
export const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
