if (process.argv[2] === 'awaited') await Promise.resolve();
const text = 'from a module';
throw new TypeError(text); // @throw
