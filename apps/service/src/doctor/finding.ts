/** A result of `doctor`. `doctor` fails only for the state `wrong`: the service does not work correctly. */
export interface DoctorFinding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
  /** The next step; absent if the state is `ok`. */
  next?: string;
}

export const ok = (what: string, text: string): DoctorFinding => ({ what, state: 'ok', text });
type MakeFinding = (what: string, text: string, next: string) => DoctorFinding;
export const warning: MakeFinding = (what, text, next) => ({ what, state: 'warning', text, next });
export const wrong: MakeFinding = (what, text, next) => ({ what, state: 'wrong', text, next });
