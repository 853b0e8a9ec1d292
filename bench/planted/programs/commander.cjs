const { Command } = require('./commander');

const program = new Command().option('-t, --tag <names...>', 'tags of the image', ['latest']);
program.parse(['node', 'build', '--tag', 'v1', 'stable']);
console.log(`tags: ${program.opts().tag}`);
