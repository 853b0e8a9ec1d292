import type { ChildFollower } from '../child-follower.ts';

/** A language whose processes may run below a program of another one. */
export interface FollowedLanguage {
  /** As answers call it: `python`. */
  readonly id: string;
  /** For sentences: `Python`. */
  readonly title: string;
  /** True if a source file is written in it. @param path Absolute. */
  isSource(path: string): boolean;
  /** Makes a follower, and loads what it needs; undefined where its processes cannot be found below a program. */
  createFollower(): Promise<ChildFollower | undefined>;
}
