console.log('busy');
while (!globalThis.enough) {}
console.log('left');
