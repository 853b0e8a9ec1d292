import parse from './yargs-parser/build/lib/index.js';

// Codes are texts, by whichever of its names the option is given.
const argv = parse(['--zip', '12345', '--count', '3'], { string: ['postal'], alias: { postal: ['zip'] } });
console.log(JSON.stringify(argv));
