declare module "fs-native-extensions" {
  /** Takes an exclusive advisory lock on an open file, or returns false when another process has it. */
  export function tryLock(fd: number): boolean;
}
