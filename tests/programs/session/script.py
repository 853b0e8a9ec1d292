"""What the example of get_source_context shows."""







def calculate_sum(a, b): return a + b


def main():
    x = 10
    y = 20
    result = calculate_sum(x, y)
    print(f"Result: {result}")
    return result


main()
