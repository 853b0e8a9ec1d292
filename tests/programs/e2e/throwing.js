class StockError extends Error {
  name = 'StockError';
}

function take(stock, wanted) {
  const left = stock - wanted;
  if (left < 0) throw new StockError(`only ${stock} left`);
  return left;
}

try {
  take(1, 2);
} catch {}
take(3, 5);
