exports.priceOf = function priceOf(line) {
  const problem = `negative price: ${line.title}`;
  if (line.price < 0) throw new Error(problem); // @thrown
  return line.price;
};

exports.say = function say(words) {
  throw words; // @string
};

exports.giveUp = function giveUp(left) {
  if (left === 0) throw undefined; // @undefined
};

exports.refuse = function refuse(code) {
  throw { code, reason: 'sold out' }; // @object
};

exports.later = async function later(waitMs) {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const reason = 'no stock';
  throw new TypeError(reason); // @rejection
};

exports.connect = function connect(database) {
  throw new Error(`no ${database}`); // @hook
};
