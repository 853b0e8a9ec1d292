const server = require('node:http').createServer((req, res) => {
  console.log(`asked for ${req.url}`);
  const path = req.url;
  res.end(`ok ${path}`);
});
server.listen(0, () => console.log(`port ${server.address().port}.`));
