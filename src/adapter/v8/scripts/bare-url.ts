/** A script's url without what a module loader puts behind it: `?…` or `#…`. */
export function bareUrl(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
