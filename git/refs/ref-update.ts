/** One reference of a push; an all-zero id means "doesn't exist". */
export interface RefUpdate {
  ref: string;
  before: string;
  after: string;
}
