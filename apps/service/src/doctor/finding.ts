/** A result of `doctor`. The state `wrong` means that the service does not work correctly; only this state makes `doctor` fail. */
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
