"""Swaps two variables, wrongly."""





def swap_variables(a, b):
    """This function is supposed to swap two variables."""
    a = b  # Bug: loses original value of 'a'
    b = a  # Bug: 'b' gets the new value of 'a', not the original
    return a, b






def main():
    x = 10
    y = 20
    p, q = swap_variables(x, y)
    print(p, q)







main()
