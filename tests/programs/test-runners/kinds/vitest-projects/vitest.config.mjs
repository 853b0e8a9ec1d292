export default {
  cacheDir: './.vite',
  test: {
    projects: [
      { test: { name: 'shop', globals: true, include: ['shop/*.test.ts'] } },
      { test: { name: 'text', globals: true, include: ['text/*.test.ts'], pool: 'threads' } },
    ],
  },
};
