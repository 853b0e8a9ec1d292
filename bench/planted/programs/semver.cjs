const { maxSatisfying } = require('./semver');

// The newest release that is compatible with what the lock file asks for.
const published = ['0.2.3', '0.2.9', '0.3.1', '0.4.0', '1.0.0'];
console.log(`upgrade to ${maxSatisfying(published, '^0.2.3')}`);
