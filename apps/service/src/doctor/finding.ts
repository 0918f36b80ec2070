/** One result of `doctor`. Only `wrong` fails it: the service does not work as it should. */
export interface DoctorFinding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
  /** The next step; absent if it is ok. */
  next?: string;
}

export const ok = (what: string, text: string): DoctorFinding => ({ what, state: 'ok', text });
type MakeFinding = (what: string, text: string, next: string) => DoctorFinding;
export const warning: MakeFinding = (what, text, next) => ({ what, state: 'warning', text, next });
export const wrong: MakeFinding = (what, text, next) => ({ what, state: 'wrong', text, next });
