stopIt = False
turns = 0


def spin():
    global turns
    while not stopIt:
        turns += 1  # @spin


print('busy', flush=True)
spin()
print('left the loop')
