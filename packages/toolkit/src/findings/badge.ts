/** An endpoint badge of shields.io. */
export interface Badge {
  label: string;
  message: string;
  /** A colour name of shields.io. */
  color: string;
}

export const badge = ({ label, message, color }: Badge): string =>
  `${JSON.stringify({ schemaVersion: 1, label, message, color }, null, 2)}\n`;
