const INSTALLED = /[\\/](?:node_modules|site-packages|dist-packages)[\\/]/;

/** True if a file was installed for a program, as a package of npm or PyPI, wherever it lies. */
export function isInstalled(path: string): boolean {
  return INSTALLED.test(path);
}
