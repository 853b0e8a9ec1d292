export default {
  // Not below node_modules, which all programs share.
  cacheDir: './.vite',
  test: { globals: true, include: ['src/**/*.test.ts'] },
};
