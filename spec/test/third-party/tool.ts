/** What a tool dislikes about a document. */
export interface Complaint {
  /** The rule, or the whole message of a tool without rules. Complaints are accepted by this text. */
  text: string;
  /** Where, or how it is said. */
  detail: string;
}

/** A tool of others: an entry of tools.ts. */
export interface Tool {
  /** The npm package that it is used by, with the settings where it has several. */
  title: string;
  /**
   * Gives a document to the tool.
   * @param file an OpenAPI document as JSON
   * @param directory an empty directory
   */
  check(file: string, directory: string): Promise<Complaint[]>;
}

/** The complaints of one tool about one document. */
export interface Result {
  tool: string;
  title: string;
  /** Its file name. */
  document: string;
  complaints: Complaint[];
  /** How many of the ten operations the generated code has; undefined: the tool generates none. */
  operations?: number | undefined;
}

/** Imports a package of this directory. tsc does not know its types: it is installed on first use. */
export const load = async <Module>(name: string): Promise<Module> => (await import(name)) as Module;

/** The message of an error, as one complaint. */
export const complaintOf = (error: unknown): Complaint => {
  const text = error instanceof Error ? error.message : String(error);
  return { text: text.trim(), detail: '' };
};
