require('./src/file.js');
