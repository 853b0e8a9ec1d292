from imported import double

four = double(2)  # @top
print(four)
