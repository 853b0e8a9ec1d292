const { XMLParser } = require('./fast-xml-parser');

const parser = new XMLParser();
console.log(JSON.stringify(parser.parse('<note>buy <b>milk</b> today</note>')));
