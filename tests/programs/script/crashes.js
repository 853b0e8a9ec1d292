function look(reason) {
  throw new Error(reason);
}

look('on purpose');
