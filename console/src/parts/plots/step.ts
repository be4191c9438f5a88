/** A step of time: its first day, its figure, and that of the same step in the period before. */
export interface Step {
  day: string;
  now: number;
  before: number | null;
}
