/** A tool's complaint about a document. */
export interface Complaint {
  /** The rule, or the whole message of a tool without rules. Complaints are accepted by this text. */
  text: string;
  /** The location, the message, or both. */
  detail: string;
}

/** A third-party tool: an entry of tools.ts. */
export interface Tool {
  /** The npm package of the tool, with its settings if it has several. */
  title: string;
  /**
   * Checks a document with the tool.
   * @param file an OpenAPI document as JSON
   * @param directory an empty directory
   */
  check(file: string, directory: string): Promise<Complaint[]>;
}

/** The complaints of one tool about one document. */
export interface Result {
  tool: string;
  title: string;
  /** The file name of the document. */
  document: string;
  complaints: Complaint[];
  /** The number of operations in the generated code; undefined if the tool does not generate code. */
  operations?: number | undefined;
}

/** Imports a package of this directory. tsc cannot resolve its types, because the package is installed on first use. */
export const load = async <Module>(name: string): Promise<Module> => (await import(name)) as Module;

/** Returns the message of an error as a complaint. */
export const complaintOf = (error: unknown): Complaint => {
  const text = error instanceof Error ? error.message : String(error);
  return { text: text.trim(), detail: '' };
};
