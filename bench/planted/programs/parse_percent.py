from parse import parse

found = parse("{} at {:%} tax", "books at 20% tax")
print("total", 100 + 100 * found[1])
