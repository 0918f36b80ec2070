/** What doctor found out about one thing. Only `wrong` fails it: the service does not work as it should. */
export interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
  /** What to do; only where it is not ok. */
  next?: string;
}

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
export const warning = (what: string, text: string, next: string): Finding => ({ what, state: 'warning', text, next });
export const wrong = (what: string, text: string, next: string): Finding => ({ what, state: 'wrong', text, next });

/** The next step wherever a file is beyond repair. */
export const RESTORE = 'restore the latest backup into an empty folder (README, Backup and restore)';
