console.log('done');
process.exitCode = 3;
